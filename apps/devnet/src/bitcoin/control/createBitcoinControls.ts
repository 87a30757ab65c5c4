import { setTimeout as sleep } from 'node:timers/promises';
import { PortageError } from '@portage/core';
import { z } from 'zod';
import { callNode } from '../../callNode.js';
import type { FaucetAmounts } from '../../faucetAmounts.js';

/** Options of a reorg; by default every transaction enters the new blocks. */
export interface BitcoinReorgOptions {
  /** Transactions of the removed blocks that vanish with all that follow them. */
  readonly leaveOut?: 'all' | readonly string[];
  /** Transactions of the removed blocks whose coins are spent otherwise, by keys of the devnet. */
  readonly spendAgain?: readonly string[];
  /** Further transactions of the first new block, in hex. */
  readonly transactions?: readonly string[];
}

/** Result of a reorg. */
export interface BitcoinReorg {
  /** Hash of the new tip. */
  readonly tip: string;
  /** Transactions of the removed blocks that are not in the chain any more. */
  readonly dropped: readonly string[];
  /** Transactions that spend the coins of others again. */
  readonly conflicts: readonly string[];
}

/** Controls of the Bitcoin chain. */
export interface BitcoinControls {
  readonly vm: 'bvm';
  /** Gives satoshis; returns the transaction once it is in a block. */
  faucet(recipient: string, amounts: FaucetAmounts): Promise<readonly string[]>;
  /** Mines blocks now. */
  mine(blocks: number): Promise<void>;
  pauseMining(): Promise<void>;
  resumeMining(): Promise<void>;
  /** Milliseconds between blocks from now on; 0 for blocks on demand only. */
  setBlockTime(ms: number): Promise<void>;
  /** Moves the time of future blocks forward, and mines one. */
  shiftClock(seconds: number): Promise<void>;
  /** Drops a waiting transaction and all that follow it; returns their ids. */
  dropTransaction(txId: string): Promise<readonly string[]>;
  /**
   * Spends the coins of a waiting transaction again, back to their owner: by a replacement, or in
   * a block that is mined at once. Works for keys of the devnet; returns the other transaction.
   */
  spendAgain(txId: string, isMined?: boolean): Promise<string>;
  /**
   * Spends an output of a waiting transaction by a large child that pays little, as a recipient
   * does who pins it: 99,000 virtual bytes at one satoshi each by default. Works for outputs to
   * users of the devnet; returns the child. Nodes take no such child of one of version 3.
   */
  pinTransaction(txId: string, vsize?: number, satPerVb?: number): Promise<string>;
  /**
   * Fills the next blocks, 1 to 8, with transactions that pay a rate up to 1,000 satoshis a
   * virtual byte, in place of those that this filled them with before; 0 takes them away.
   */
  setFeePressure(satPerVb: number, blocks?: number): Promise<void>;
  /** Replaces the newest blocks by a branch that is one block longer. */
  reorg(depth: number, options?: BitcoinReorgOptions): Promise<BitcoinReorg>;
}

const textsSchema = z.array(z.string());
const reorgSchema = z.object({ tip: z.string(), dropped: textsSchema, conflicts: textsSchema });
const minedSchema = z.object({ confirmations: z.number().optional() });
const faucetMsMax = 30_000;
const pollMs = 50;

/** Creates the controls of the chain at an RPC URL. */
export function createBitcoinControls(rpcUrl: string): BitcoinControls {
  const ask = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
    callNode(rpcUrl, method, params);
  const tell = async (method: string, ...params: readonly unknown[]): Promise<void> => {
    await ask(method, ...params);
  };
  const untilMined = async (txId: string): Promise<string> => {
    const deadline = Date.now() + faucetMsMax;
    while (Date.now() < deadline) {
      const found = minedSchema.parse(await ask('getrawtransaction', txId, 1));
      if ((found.confirmations ?? 0) > 0) return txId;
      await sleep(pollMs);
    }
    throw new PortageError('SERVICE_UNAVAILABLE', {
      message: `The faucet's transaction ${txId} is in no block yet.`,
      hint: 'Mining may be paused.',
    });
  };
  return {
    vm: 'bvm',
    faucet: async (recipient, { native = 0n, usdc = 0n }) => {
      if (native <= 0n || usdc !== 0n)
        throw new PortageError('INVALID_REQUEST', {
          message: 'Ask for a positive amount of native; Bitcoin has no USDC.',
        });
      const paid = await ask('devnetFaucet', recipient, native.toString());
      return [await untilMined(z.string().parse(paid))];
    },
    mine: (blocks) => tell('devnetMine', blocks),
    pauseMining: () => tell('devnetPause'),
    resumeMining: () => tell('devnetResume'),
    setBlockTime: (ms) => tell('devnetBlockTime', ms),
    shiftClock: (seconds) => tell('devnetShiftClock', seconds),
    dropTransaction: async (txId) => textsSchema.parse(await ask('devnetDrop', txId)),
    spendAgain: async (txId, isMined = false) =>
      z.string().parse(await ask('devnetSpendAgain', txId, isMined)),
    pinTransaction: async (txId, vsize = 99_000, satPerVb = 1) =>
      z.string().parse(await ask('devnetPin', txId, vsize, satPerVb)),
    setFeePressure: (satPerVb, blocks = 3) => tell('devnetFeePressure', satPerVb, blocks),
    reorg: async (depth, { leaveOut = [], spendAgain = [], transactions = [] } = {}) =>
      reorgSchema.parse(await ask('devnetReorg', depth, leaveOut, spendAgain, transactions)),
  };
}
