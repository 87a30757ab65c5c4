import { PortageError } from '@portage/core';
import { z } from 'zod';
import { callNode } from '../../callNode.js';
import type { FaucetAmounts } from '../../faucetAmounts.js';
import type { FaultSettings } from './faults.js';

/** Faults of the exchange; those that are not named are off. */
export type ExchangeFaults = Partial<FaultSettings>;

/** How a transaction ends that fails. */
export type ExchangeFailure = 'failed' | 'rejected';

/** Controls of the exchange. */
export interface ExchangeControls {
  readonly vm: 'lvm';
  /**
   * Gives an account ETH in 10^-8 and USDC in 10^-6, which is both of perpetuals and of spot
   * markets. Nothing is sent for it: no hash is returned.
   */
  faucet(recipient: string, amounts: FaucetAmounts): Promise<readonly string[]>;
  /** Opens an account for an owner; returns its index. */
  openAccount(owner: string): Promise<number>;
  /** Index of an owner's first account, which is opened where there is none. */
  accountFor(owner: string): Promise<number>;
  /** Makes blocks now: a transaction is executed after three. */
  mine(blocks: number): Promise<void>;
  pauseMining(): Promise<void>;
  resumeMining(): Promise<void>;
  /** Moves the clock forward. */
  shiftClock(seconds: number): Promise<void>;
  /** Ends a transaction as failed, whatever its status was: its money goes back. */
  failTransaction(hash: string, status?: ExchangeFailure): Promise<void>;
  /** Lets the next transactions fail when they would be executed. */
  failNext(count: number, status?: ExchangeFailure): Promise<void>;
  /** Replaces all faults; none are on without any. */
  setFaults(faults?: ExchangeFaults): Promise<void>;
}

/** Creates the controls of the exchange at a URL. */
export function createExchangeControls(rpcUrl: string): ExchangeControls {
  const ask = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
    callNode(rpcUrl, method, params);
  const tell = async (method: string, ...params: readonly unknown[]): Promise<void> => {
    await ask(method, ...params);
  };
  return {
    vm: 'lvm',
    faucet: async (recipient, { native = 0n, usdc = 0n }) => {
      if (!/^\d{1,15}$/.test(recipient) || native < 0n || usdc < 0n)
        throw new PortageError('INVALID_REQUEST', {
          message: 'Name the index of an account, and amounts that are not negative.',
        });
      const amounts = [usdc, usdc, native].map(String);
      await tell('devnetFaucet', Number(recipient), ...amounts);
      return [];
    },
    openAccount: async (owner) => z.number().parse(await ask('devnetOpenAccount', owner)),
    accountFor: async (owner) => z.number().parse(await ask('devnetAccountFor', owner)),
    mine: (blocks) => tell('devnetMine', blocks),
    pauseMining: () => tell('devnetPause'),
    resumeMining: () => tell('devnetResume'),
    shiftClock: (seconds) => tell('devnetShiftClock', seconds),
    failTransaction: (hash, status = 'failed') => tell('devnetFail', hash, status),
    failNext: (count, status = 'failed') => tell('devnetFailNext', count, status),
    setFaults: (faults = {}) => tell('devnetFaults', faults),
  };
}
