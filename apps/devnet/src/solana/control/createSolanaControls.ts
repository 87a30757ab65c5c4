import { PortageError } from '@portage/core';
import { z } from 'zod';
import type { FaucetAmounts } from '../../faucetAmounts.js';
import { callNode } from '../../callNode.js';

/** Options of a fork. */
export interface ForkOptions {
  /**
   * Transactions of the abandoned blocks that run again, if their blockhash still exists; by
   * default none.
   */
  readonly keep?: 'all' | readonly string[];
}

/** Result of a fork. */
export interface Fork {
  /** Slot from which the chain goes on. */
  readonly slot: number;
  /** Signatures of the transactions that are no longer in the chain. */
  readonly dropped: readonly string[];
}

/** Controls of the Solana chain. */
export interface SolanaControls {
  readonly vm: 'svm';
  /** Gives lamports and USDC; returns the transaction, which is in the newest block. */
  faucet(recipient: string, amounts: FaucetAmounts): Promise<readonly string[]>;
  /** Mines blocks now. */
  mine(blocks: number): Promise<void>;
  /** Mines a block now, after the given number of slots without one. */
  skipSlots(slots: number): Promise<void>;
  pauseMining(): Promise<void>;
  resumeMining(): Promise<void>;
  /** Mines enough empty blocks to expire every earlier blockhash, at any commitment. */
  expireBlockhashes(): Promise<void>;
  /** Moves the time of future blocks forward, and mines one. */
  shiftClock(seconds: number): Promise<void>;
  /** Accepts the next transactions and never runs them. */
  dropTransactions(count: number): Promise<void>;
  /** Accepts transactions from now on and holds them back. */
  holdTransactions(): Promise<void>;
  /**
   * Runs the held transactions in order; returns the signatures of those that were not too late.
   */
  releaseTransactions(): Promise<readonly string[]>;
  /** Takes back the newest blocks that are not finalized. */
  fork(depth: number, options?: ForkOptions): Promise<Fork>;
}

const signaturesSchema = z.array(z.string());
const forkSchema = z.object({ slot: z.number(), dropped: signaturesSchema });

/** Creates the controls of the chain at an RPC URL. */
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
        z
          .string()
          .parse(
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
