import { PortageError } from '@portage/core';
import { z } from 'zod';
import type { FaucetAmounts } from '../../faucetAmounts.js';
import { callNode } from '../callNode.js';

/** What a fork is told. */
export interface ForkOptions {
  /**
   * Transactions of the abandoned blocks that run again, if their blockhash is still there.
   * Default: none.
   */
  readonly keep?: 'all' | readonly string[];
}

/** What a fork did. */
export interface Fork {
  /** Slot from which the chain goes on. */
  readonly slot: number;
  /** Signatures of the transactions that are no longer part of the chain. */
  readonly dropped: readonly string[];
}

/** What can be done to the Solana chain. */
export interface SolanaControls {
  readonly vm: 'svm';
  /** Gives lamports and USDC; answers with the transaction, which stands in the newest block. */
  faucet(recipient: string, amounts: FaucetAmounts): Promise<readonly string[]>;
  /** Makes blocks now. */
  mine(blocks: number): Promise<void>;
  /** Makes a block now, after so many slots without one. */
  skipSlots(slots: number): Promise<void>;
  pauseMining(): Promise<void>;
  resumeMining(): Promise<void>;
  /** Makes so many empty blocks that no blockhash of before can be used, at any commitment. */
  expireBlockhashes(): Promise<void>;
  /** Puts the time of the blocks to come forward, and makes one. */
  shiftClock(seconds: number): Promise<void>;
  /** The next transactions are accepted and never run. */
  dropTransactions(count: number): Promise<void>;
  /** From now on transactions are accepted and kept back. */
  holdTransactions(): Promise<void>;
  /**
   * Runs what was kept back, in order; answers with the signatures of those that were not too late.
   */
  releaseTransactions(): Promise<readonly string[]>;
  /** Takes back the newest blocks, as deep as they are not finalized. */
  fork(depth: number, options?: ForkOptions): Promise<Fork>;
}

const signaturesSchema = z.array(z.string());
const forkSchema = z.object({ slot: z.number(), dropped: signaturesSchema });

/** The controls of the chain that answers at a URL. */
export function createSolanaControls(rpcUrl: string): SolanaControls {
  const ask = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
    callNode(rpcUrl, method, params);
  const tell = async (method: string, ...params: readonly unknown[]): Promise<void> => {
    await ask(method, ...params);
  };
  return {
    vm: 'svm',
    faucet: async (recipient, { native = 0n, usdc = 0n }) => {
      if (native < 0n || usdc < 0n || native + usdc === 0n)
        throw new PortageError('INVALID_REQUEST', {
          message: 'Ask for a positive amount of native or usdc.',
        });
      return [
        z.string().parse(
          await ask('devnetFaucet', recipient, {
            lamports: native.toString(),
            usdc: usdc.toString(),
          }),
        ),
      ];
    },
    mine: (blocks) => tell('devnetAdvance', blocks),
    skipSlots: (slots) => tell('devnetAdvance', 1, { skippedSlots: slots }),
    pauseMining: () => tell('devnetPause'),
    resumeMining: () => tell('devnetResume'),
    expireBlockhashes: () => tell('devnetExpireBlockhashes'),
    shiftClock: async (seconds) => {
      await tell('devnetShiftClock', seconds);
      await tell('devnetAdvance', 1);
    },
    dropTransactions: (count) => tell('devnetDrop', count),
    holdTransactions: () => tell('devnetHold'),
    releaseTransactions: async () => signaturesSchema.parse(await ask('devnetRelease')),
    fork: async (depth, { keep = [] } = {}) =>
      forkSchema.parse(await ask('devnetFork', depth, { keep })),
  };
}
