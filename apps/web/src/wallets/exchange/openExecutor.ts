import { privateKeyFrom } from '@portage/exchange/signature';
import type { ChainInfo, Executor } from '@portage/sdk';
import { createExchangeExecutor, keySigner, type OwnerWallet } from '@portage/sdk/exchange';
import { exchangeApi } from './exchangeChain.js';
import { registerKey } from './registerKey.js';

/** Wallet that owns an account. */
export type AccountOwner = OwnerWallet;

/** Account that pays. */
export interface PayingAccount {
  readonly chain: ChainInfo;
  readonly index: number;
  readonly owner: AccountOwner;
  /** Id of the exchange's own signatures. */
  readonly circuitId: number;
}

/** Place of the page's key in an account: far from those that apps number from below. */
const apiKeyIndex = 253;
const secretBytes = 48;

/**
 * Executor of an account. Its key is made for this page and kept nowhere: the owner's wallet
 * registers it before the first payment, and signs each payment itself.
 */
export function openExecutor({ chain, index, owner, circuitId }: PayingAccount): Executor {
  const privateKey = privateKeyFrom(crypto.getRandomValues(new Uint8Array(secretBytes)));
  const key = { accountIndex: index, apiKeyIndex, privateKey };
  const { httpRpcUrl: url, id: chainId } = chain;
  const signer = keySigner({ ...key, owner });
  const executor = createExchangeExecutor({ signer, url, chainId, circuitId });
  return {
    ...executor,
    claim: (item, step) => {
      const task = executor.claim(item, step);
      if (task === undefined) return undefined;
      return {
        ...task,
        submit: async (context) => {
          const register = { ...key, publicKey: signer.publicKey, owner, circuitId };
          await registerKey(exchangeApi(chain), register, context);
          return task.submit(context);
        },
      };
    },
  };
}
