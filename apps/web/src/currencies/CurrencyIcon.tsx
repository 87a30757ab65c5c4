import type { ReactElement } from 'react';
import { chainColour, colourOf, colours } from './colours.js';
import { chainName, type Place } from './place.js';

/** Properties of a {@link CurrencyIcon}. */
export interface CurrencyIconProps {
  readonly place: Place;
  readonly size?: number;
}

const dollar =
  'M20.6 13.4c-.5-1.3-1.8-2-3.6-2-2 0-3.5 1-3.5 2.7 0 3.9 7.3 1.8 7.3 5.7 0 1.8-1.6 2.8-3.8 2.8-2.1 0-3.6-.9-4-2.4M17 8.9v2.4m0 11.4v2.4';
const bitcoin =
  'M14 11h4.2c1.7 0 2.7.9 2.7 2.4S19.9 16 18.2 16H14m0 0h4.9c1.8 0 2.9 1 2.9 2.7S20.7 22 18.9 22H14m0-11v11m0-11h-1.5M14 22h-1.5m3-11V8.8M15.5 24.2V22m3.2-11V8.8m0 15.4V22';

/** Signs of currencies as strokes, so that they look the same whatever fonts there are. */
const strokes: Readonly<Record<string, string>> = {
  btc: bitcoin,
  wbtc: bitcoin,
  usdc: dollar,
  dai: 'M13 10.5h3.5c3.7 0 6 2.5 6 6.5s-2.3 6.5-6 6.5H13zM10.5 15.4h13m-13 3.2h13',
};

/** Signs of currencies as areas, with their colours. */
const areas: Readonly<Record<string, readonly (readonly [path: string, colour: string])[]>> = {
  eth: [
    ['M17 7l-6 10 6 3.6 6-3.6z', '#fff'],
    ['M17 27l-6-8.6 6 3.6 6-3.6z', '#dfe4ff'],
  ],
  weth: [
    ['M17 7l-6 10 6 3.6 6-3.6z', '#fff'],
    ['M17 27l-6-8.6 6 3.6 6-3.6z', '#ffdcea'],
  ],
  sol: [
    ['M12.6 10.4h11.4l-2.6 2.8H10z', '#63e6be'],
    ['M10 15.6h11.4l2.6 2.8H12.6z', '#8f9bff'],
    ['M12.6 20.8h11.4l-2.6 2.8H10z', '#c77dff'],
  ],
};

/** Picture of a currency with its chain in the corner; nothing is loaded from elsewhere. */
export function CurrencyIcon({ place, size = 36 }: CurrencyIconProps): ReactElement {
  const { chain, currency } = place;
  const id = currency.id.toLowerCase();
  return (
    <svg width={size} height={size} viewBox="0 0 36 36" aria-hidden className="shrink-0">
      <circle
        cx="17"
        cy="17"
        r="16.5"
        fill={colours[id] ?? colourOf(currency.address)}
        stroke="rgb(140 142 160 / 0.45)"
      />
      <Sign id={id} symbol={currency.symbol} />
      <circle cx="28.5" cy="28.5" r="7.5" fill="var(--card)" />
      <circle cx="28.5" cy="28.5" r="6" fill={chainColour(chain)} />
      <text x="28.5" y="31.3" textAnchor="middle" fontSize="8" fontWeight="700" fill="#fff">
        {chainName(chain).slice(0, 1)}
      </text>
    </svg>
  );
}

interface SignProps {
  readonly id: string;
  readonly symbol: string;
}

function Sign({ id, symbol }: SignProps): ReactElement {
  const stroke = strokes[id];
  const area = areas[id];
  if (stroke !== undefined)
    return (
      <path
        d={stroke}
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    );
  if (area !== undefined)
    return (
      <>
        {area.map(([path, colour]) => (
          <path key={path} d={path} fill={colour} />
        ))}
      </>
    );
  return (
    <text x="17" y="23" textAnchor="middle" fontSize="17" fontWeight="600" fill="#fff">
      {symbol.slice(0, 1)}
    </text>
  );
}
