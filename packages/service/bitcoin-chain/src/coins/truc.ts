import { outpointOf, type OwnedCoin } from './coin.js';

/** Version whose relative lock times count: that of most transactions. */
export const plainVersion = 2;

/**
 * Version whose transactions have one relative without a block at most (BIP 431): the recipient can
 * spend its output before its block by a small child alone, which costs little to outbid.
 */
export const trucVersion = 3;

/** Virtual bytes that nodes pass on of such a transaction, and of one whose parent has no block. */
export const trucSizeMax = 10_000;
export const trucChildSizeMax = 1_000;

/** Facts that decide the version of a transaction. */
export interface VersionFacts {
  /** Whether nodes keep the rules of version 3. */
  readonly takesTruc: boolean;
  /** Virtual bytes of the transaction. */
  readonly size: number;
  /** Versions of our transactions without a block, by their ids. */
  readonly waiting: ReadonlyMap<string, number>;
}

/**
 * Version of a transaction that spends these coins: 3 where nodes keep its rules and it is small,
 * and that of its parents where it spends change that is in no block yet. Pure.
 *
 * @returns undefined where nodes pass none on: parents of several families, or a large child
 */
export function versionOf(
  inputs: readonly OwnedCoin[],
  { takesTruc, size, waiting }: VersionFacts,
): number | undefined {
  const parents = new Map(
    inputs.flatMap(({ txId }) => {
      const version = waiting.get(txId);
      return version === undefined ? [] : [[txId, version] as const];
    }),
  );
  if (parents.size === 0) return takesTruc && size <= trucSizeMax ? trucVersion : plainVersion;
  const versions = new Set(parents.values());
  if (!versions.has(trucVersion)) return plainVersion;
  return parents.size === 1 && size <= trucChildSizeMax ? trucVersion : undefined;
}

/**
 * Coins that one transaction may spend together, the best sets first: those in blocks alone, then
 * with the change of transactions that wait, which is of one parent where that has version 3. Pure.
 */
export function spendableSets(
  settled: readonly OwnedCoin[],
  coins: readonly OwnedCoin[],
  waiting: ReadonlyMap<string, number>,
): readonly (readonly OwnedCoin[])[] {
  const inBlocks = new Set(settled.map(outpointOf));
  const change = coins.filter((coin) => !inBlocks.has(outpointOf(coin)));
  const isTruc = ({ txId }: OwnedCoin): boolean => waiting.get(txId) === trucVersion;
  const plain = change.filter((coin) => !isTruc(coin));
  const parents = [...new Set(change.filter(isTruc).map(({ txId }) => txId))];
  return [
    settled,
    ...(plain.length === 0 ? [] : [[...settled, ...plain]]),
    ...parents.map((parent) => [...settled, ...change.filter(({ txId }) => txId === parent)]),
  ];
}
