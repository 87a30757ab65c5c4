import type { RpcFailure } from '@portage/chain-kit';

/**
 * Words about a range of blocks that is too long. Seen: Alchemy `up to a 500 block range`, Infura
 * `range 1000000 exceeds limit of 10000`, QuickNode `eth_getLogs is limited to a 10,000 range`,
 * Ankr `maximum [from, to] blocks distance: 10000`, BNB Chain `exceed maximum block range: 5000`
 * and `limit exceeded`, Tenderly `range 9009594 is bigger than range limit 2000`, Scroll `block
 * range is bigger than maxBlockRange`, Candle `block range too high`. The trial `networks` names
 * the pages.
 */
const rangeWords = /\brange\b|blockrange|blocks? distance|limit exceeded|too many blocks/i;

/** Words that speak of how often a host is asked, or of how much it found. */
const otherWords = /\brate\b|second|capacity|quota|results|response size|beyond head/i;

/** Whether a refusal of logs says that they were of too many blocks. */
export function refusesRange({ message }: RpcFailure): boolean {
  return rangeWords.test(message) && !otherWords.test(message);
}

/**
 * Blocks to ask for next after a refusal of so many: the figure that is named, where it is less, or
 * half of them. Heights in hex are no figures.
 */
export function nextRange({ message }: RpcFailure, count: number): number {
  const figures = message
    .replaceAll(/0x[0-9a-f]+/gi, '')
    .match(/\b\d{1,3}(?:,\d{3})+\b|\b\d+\b/g)
    ?.map((digits) => Number(digits.replaceAll(',', '')))
    .filter((figure) => figure >= 1 && figure < count);
  const half = Math.max(1, Math.floor(count / 2));
  return figures === undefined || figures.length === 0 ? half : Math.max(...figures);
}
