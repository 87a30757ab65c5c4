import { systemClock } from '@portage/core';
import type { ChainInfo } from '@portage/sdk';
import type { Surroundings, Wallet } from '../wallet.js';
import { circuitId, exchangeApi, exchangeChain } from './exchangeChain.js';
import { openExecutor, type AccountOwner } from './openExecutor.js';

const waitMs = 15_000;

/** Account that is known to exist, with what signs for it. */
export interface KnownAccount {
  readonly id: string;
  readonly name: string;
  readonly isTest: boolean;
  readonly index: number;
  /** Id of the exchange's own signatures. */
  readonly circuit: number;
  /** Wallet of its owner among what is connected; undefined where it is not there. */
  readonly findOwner: (surroundings: Surroundings) => AccountOwner | undefined;
}

/**
 * Opens an account of the exchange by its index. It can be paid at once; it pays where the wallet
 * that owns it is connected too.
 *
 * @throws Error where the exchange knows no such account
 */
export async function openAccount(chains: readonly ChainInfo[], index: number): Promise<Wallet> {
  const chain = exchangeChain(chains);
  const found = await exchangeApi(chain).account(index, systemClock.timeout(waitMs));
  if (found === undefined)
    throw new Error(`${chain.displayName} has no account ${String(index)}. Check the number.`);
  return accountWallet({
    id: `exchange:${String(index)}`,
    name: 'Account',
    isTest: false,
    index,
    circuit: await circuitId(),
    findOwner: ({ connected }) => {
      const wallet = connected.find(({ address }) => address.toLowerCase() === found.owner);
      const sign = wallet?.signText?.bind(wallet);
      return sign === undefined ? undefined : { address: found.owner, signMessage: sign };
    },
  });
}

/** An account as a wallet of the page. */
export function accountWallet({
  id,
  name,
  isTest,
  index,
  circuit,
  findOwner,
}: KnownAccount): Wallet {
  return {
    id,
    name,
    isTest,
    vm: 'lvm',
    address: String(index),
    createExecutor: (surroundings) => {
      const owner = findOwner(surroundings);
      if (owner === undefined) return undefined;
      const chain = exchangeChain(surroundings.chains);
      return openExecutor({ chain, index, owner, circuitId: circuit });
    },
  };
}
