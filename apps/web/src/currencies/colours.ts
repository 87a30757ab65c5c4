import type { ChainInfo } from '@portage/sdk';

/** Colours of currencies and chains that people know by them. */
export const colours: Readonly<Record<string, string>> = {
  btc: '#e0790a',
  wbtc: '#8f5a2b',
  eth: '#5a6fd8',
  weth: '#c2417c',
  usdc: '#2673d0',
  dai: '#d99100',
  sol: '#16161d',
  base: '#0052ff',
  optimism: '#e5001f',
  solana: '#7c3aed',
  bitcoin: '#e0790a',
};

/** A dark colour that is always the same for a text. */
export function colourOf(text: string): string {
  const hue = Array.from(text).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  return `hsl(${String(hue)} 55% 38%)`;
}

/** Colour of a chain: its own, one that people know, or one by its slug. */
export function chainColour({ brandColor, protocol }: ChainInfo): string {
  const slug = protocol.v2.chainId;
  return brandColor ?? colours[slug] ?? colourOf(slug);
}
