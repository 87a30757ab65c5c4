import { hexToBytes } from '@portage/core';
import { privateKeyToAccount } from 'viem/accounts';
// The devnet itself depends on this package, so that its manifest cannot name it.
import {
  createDevnet,
  exchangeChain,
  exchangeDevnetChain,
  type ExchangeControls,
  type ExchangeDevnetChain,
} from '../../../apps/devnet/src/index.js';
import { createExchangeApi, keySigner, type ExchangeApi, type OwnerWallet } from '../src/index.js';

/** Account of the devnet's exchange with its keys. */
export type TestAccount = ExchangeDevnetChain['accounts'][number];

/** Exchange that makes blocks on demand. */
export interface TestExchange {
  readonly url: string;
  readonly circuitId: number;
  readonly api: ExchangeApi;
  readonly controls: ExchangeControls;
  readonly users: readonly TestAccount[];
  readonly solver: TestAccount;
  readonly depository: TestAccount;
  readonly stop: () => Promise<void>;
}

/** Starts an exchange. */
export async function startExchange(): Promise<TestExchange> {
  const devnet = await createDevnet({
    chains: [exchangeDevnetChain],
    ports: [0],
    controlPort: 0,
    exchange: { blockMs: 0 },
  });
  const { rpcUrl, circuitId, accounts, roles } = exchangeChain(devnet.description);
  return {
    url: rpcUrl,
    circuitId,
    api: createExchangeApi({ url: rpcUrl }),
    controls: devnet.exchange(),
    users: accounts,
    solver: roles.solver,
    depository: roles.depository,
    stop: () => devnet.close(),
  };
}

/** Wallet of an account's owner. */
export function ownerOf({ owner }: TestAccount): OwnerWallet {
  const account = privateKeyToAccount(owner.privateKey);
  return {
    address: account.address,
    signMessage: (text) => account.signMessage({ message: text }),
  };
}

/** Signer of an account of the devnet. */
export function signerOf(account: TestAccount): ReturnType<typeof keySigner> {
  const { accountIndex, apiKeyIndex, privateKey } = account;
  const owner = ownerOf(account);
  return keySigner({ accountIndex, apiKeyIndex, privateKey: hexToBytes(privateKey), owner });
}

/** A user of the exchange. @throws Error where there is none */
export function userAt({ users }: TestExchange, place: number): TestAccount {
  const user = users[place];
  if (user === undefined) throw new Error(`There is no user ${place}.`);
  return user;
}
