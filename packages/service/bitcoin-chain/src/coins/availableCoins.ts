import { trucVersion } from './truc.js';
import { isSameScript, outpointOf, type OwnedCoin } from './coin.js';

/** Transactions without a block that belong together, which nodes pass on; and of version 3. */
const clusterMax = 25;
const trucClusterMax = 2;

/** A transaction of ours that may still land. */
export interface OpenTransaction {
  readonly txId: string;
  readonly sequence: bigint;
  readonly inputs: readonly OwnedCoin[];
  readonly outputs: readonly { readonly script: Uint8Array; readonly value: bigint }[];
  /** Version of its bytes. Default: 2. */
  readonly version?: number | undefined;
  /**
   * Itself and all that spend its outputs, whichever key signed those, as nodes tell. Default: it
   * is not known.
   */
  readonly family?: Family | undefined;
}

/** A waiting transaction with all that spend its outputs, whichever key signed those. */
export interface Family {
  /** Fees of all of them, satoshi: whatever takes its place pays more. */
  readonly fees: bigint;
  /** Number of all of them. */
  readonly count: number;
}

/** Coins of ours as blocks and open transactions have them. */
export interface CoinFacts {
  /** Unspent outputs in blocks, as a quorum of endpoints tells. */
  readonly confirmed: readonly OwnedCoin[];
  readonly open: readonly OpenTransaction[];
}

/**
 * Coins of a script that may be spent now, those in blocks first. What an open transaction spends
 * may not. The change of one may, while it has no other version: a change that no block will ever
 * have must not be spent, or all that is built on it is lost. Nodes pass on only so many
 * transactions without a block that belong together, so the change of the last of them waits. That
 * of one whose other outputs strangers spend waits too. Pure.
 */
export function availableCoins(
  { confirmed, open }: CoinFacts,
  script: Uint8Array,
): readonly OwnedCoin[] {
  const spent = new Set(open.flatMap(({ inputs }) => inputs.map(outpointOf)));
  const isFree = (coin: OwnedCoin): boolean =>
    isSameScript(coin.script, script) && !spent.has(outpointOf(coin));
  const inBlocks = confirmed.filter(isFree);
  const known = new Set(inBlocks.map(outpointOf));
  const versions = new Map<bigint, number>();
  for (const { sequence } of open) versions.set(sequence, (versions.get(sequence) ?? 0) + 1);
  const mined = new Set(confirmed.map(({ txId }) => txId));
  const sizes = clusterSizes(open.filter(({ txId }) => !mined.has(txId)));
  const change = open
    .filter(({ txId, sequence }) => versions.get(sequence) === 1 && !mined.has(txId))
    .filter(({ txId, version, family }) => {
      const size = sizes.get(txId) ?? 1;
      // A stranger who spends an output of it may keep it and what is built on it from its block.
      const hasStrangers = family !== undefined && family.count > size;
      return !hasStrangers && size < (version === trucVersion ? trucClusterMax : clusterMax);
    })
    .flatMap(({ txId, outputs }) =>
      outputs.map(({ script: owner, value }, vout): OwnedCoin => ({
        txId,
        vout,
        value,
        script: owner,
      })),
    )
    .filter((coin) => isFree(coin) && !known.has(outpointOf(coin)));
  return [...inBlocks, ...change];
}

/** Whether an open transaction spends an output of this one. */
export function hasChildren(txId: string, open: readonly OpenTransaction[]): boolean {
  return open.some(({ inputs }) => inputs.some((coin) => coin.txId === txId));
}

/** Number of transactions that each one belongs together with, itself included. */
function clusterSizes(open: readonly OpenTransaction[]): ReadonlyMap<string, number> {
  const roots = new Map(open.map(({ txId }) => [txId, txId]));
  const rootOf = (txId: string): string => {
    let root = txId;
    for (let next = roots.get(root); next !== undefined && next !== root; next = roots.get(root))
      root = next;
    return root;
  };
  for (const { txId, inputs } of open)
    for (const { txId: parent } of inputs)
      if (roots.has(parent)) roots.set(rootOf(txId), rootOf(parent));
  const sizes = new Map<string, number>();
  for (const { txId } of open) sizes.set(rootOf(txId), (sizes.get(rootOf(txId)) ?? 0) + 1);
  return new Map(open.map(({ txId }) => [txId, sizes.get(rootOf(txId)) ?? 1]));
}
