import type { ReactElement } from 'react';
import { chainName, type Place } from './place.js';

/** Properties of a {@link CurrencyIcon}. */
export interface CurrencyIconProps {
  readonly place: Place;
  readonly size?: number;
}

/** Colours of currencies and chains that people know by them. */
const colours: Readonly<Record<string, string>> = {
  btc: '#d9730d',
  wbtc: '#b45f0b',
  eth: '#5468c9',
  weth: '#c03a72',
  usdc: '#2565bd',
  dai: '#a86a08',
  sol: '#7c3aed',
  base: '#0052ff',
  optimism: '#d8001f',
  solana: '#0f7f5c',
  bitcoin: '#d9730d',
};

const signs: Readonly<Record<string, string>> = {
  btc: '₿',
  wbtc: '₿',
  eth: 'Ξ',
  weth: 'Ξ',
  usdc: '$',
  dai: '◈',
  sol: '◎',
};

/** Picture of a currency with its chain in the corner; nothing is loaded from elsewhere. */
export function CurrencyIcon({ place, size = 36 }: CurrencyIconProps): ReactElement {
  const { chain, currency } = place;
  const slug = chain.protocol.v2.chainId;
  const id = currency.id.toLowerCase();
  return (
    <svg width={size} height={size} viewBox="0 0 36 36" aria-hidden className="shrink-0">
      <circle cx="17" cy="17" r="17" fill={colours[id] ?? colourOf(currency.address)} />
      <text x="17" y="23" textAnchor="middle" fontSize="17" fontWeight="600" fill="#fff">
        {signs[id] ?? currency.symbol.slice(0, 1)}
      </text>
      <circle cx="28.5" cy="28.5" r="7.5" fill="var(--card)" />
      <circle
        cx="28.5"
        cy="28.5"
        r="6"
        fill={chain.brandColor ?? colours[slug] ?? colourOf(slug)}
      />
      <text x="28.5" y="31.4" textAnchor="middle" fontSize="8" fontWeight="700" fill="#fff">
        {chainName(chain).slice(0, 1)}
      </text>
    </svg>
  );
}

/** A dark colour that is always the same for a text. */
function colourOf(text: string): string {
  const hue = Array.from(text).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  return `hsl(${String(hue)} 55% 38%)`;
}
