import type { Devnet } from '@portage/devnet';
import type { Hex } from 'viem';
import type { Place } from '../../src/currencies.js';
import { pause } from './startLiars.js';

/** Milliseconds between two looks, and for how many of them a transaction must be unknown. */
const lookMs = 2_000;
const looksMax = 15;

/**
 * Waits until the node of an EVM chain has known nothing of one of these transactions for a while,
 * or the signal aborts. A reorg of this node forgets what reaches it meanwhile, which no network
 * does; its sender sends another.
 */
export async function untilVanished(
  devnet: Devnet,
  { chainId, vm }: Place,
  txIds: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  const unknown = new Map<string, number>();
  while (!signal.aborted && ![...unknown.values()].some((looks) => looks >= looksMax)) {
    await pause(lookMs, signal);
    // Ids of transactions on EVM chains are hex.
    for (const txId of vm === 'evm' ? txIds : []) {
      const isKnown = await isKnownTo(devnet, chainId, txId as Hex);
      unknown.set(txId, isKnown ? 0 : (unknown.get(txId) ?? 0) + 1);
    }
  }
}

const isKnownTo = (devnet: Devnet, chainId: number, hash: Hex): Promise<boolean> =>
  devnet
    .client(chainId)
    .getTransaction({ hash })
    .then(
      () => true,
      () => false,
    );
