// The devnet stands above this package and uses its twin: only its tests reach up.
import {
  createDevnet,
  exchangeChain,
  exchangeDevnetChain,
  type ExchangeControls,
  type ExchangeDevnetChain,
} from '@portage/devnet';
import { setTimeout as delay } from 'node:timers/promises';
import type { Chain } from '@portage/core/chain';
import type { FamilyKeys } from '@portage/core/plugin';
import { hexToBytes, systemClock, type Clock, type Log } from '@portage/core';
import { keySigner, type ExchangeSigner } from '@portage/exchange';
import { testEnvironment } from '@portage/testing';
import { privateKeyToAccount } from 'viem/accounts';
import { exchange, type ExchangeChainConfig } from '../src/index.js';

/** Account of the devnet's exchange with its keys. */
export type TestAccount = ExchangeDevnetChain['accounts'][number];

/** An exchange that makes blocks on request. */
export interface TestChain {
  readonly url: string;
  readonly circuitId: number;
  readonly controls: ExchangeControls;
  readonly user: (place: number) => TestAccount;
  readonly solver: TestAccount;
  readonly depository: TestAccount;
  /** The configuration that opens it. */
  readonly config: ExchangeChainConfig;
  /** Keys of the operator. */
  readonly keys: FamilyKeys;
  /** Clock of the service, which runs as that of the exchange does. */
  readonly clock: Clock;
  /** Lets seconds pass for the exchange and the service. */
  readonly pass: (seconds: number) => Promise<void>;
  /** Makes blocks; returns when a chain that is open has read them. */
  readonly mine: (blocks: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Milliseconds in which a chain that is open reads a new block and its balances. */
const settleMs = 400;

/** Key of an account of ours, as an operator writes it. */
export function keyText({ accountIndex, apiKeyIndex, privateKey, owner }: TestAccount): string {
  return [accountIndex, apiKeyIndex, privateKey.slice(2), owner.privateKey.slice(2)].join(':');
}

/** Signer of an account. */
export function signerOf(account: TestAccount): ExchangeSigner {
  const owner = privateKeyToAccount(account.owner.privateKey);
  return keySigner({
    accountIndex: account.accountIndex,
    apiKeyIndex: account.apiKeyIndex,
    privateKey: hexToBytes(account.privateKey),
    owner: { address: owner.address, signMessage: (message) => owner.signMessage({ message }) },
  });
}

/** Starts an exchange. */
export async function startChain(): Promise<TestChain> {
  const devnet = await createDevnet({
    chains: [exchangeDevnetChain],
    ports: [0],
    controlPort: 0,
    exchange: { blockMs: 0 },
  });
  const controls = devnet.exchange();
  let offsetMs = 0;
  const { id, slug, name, rpcUrl, circuitId, accounts, roles } = exchangeChain(devnet.description);
  return {
    url: rpcUrl,
    circuitId,
    solver: roles.solver,
    depository: roles.depository,
    controls,
    clock: { ...systemClock, now: () => Date.now() + offsetMs },
    pass: async (seconds) => {
      offsetMs += 1_000 * seconds;
      await controls.shiftClock(seconds);
    },
    mine: async (blocks) => {
      await controls.mine(blocks);
      await delay(settleMs);
    },
    user: (place) => accounts[place]!,
    config: {
      id,
      slug,
      name,
      circuitId,
      rpcUrls: [rpcUrl],
      devnet: true,
      startHeight: 0,
      assets: [{ id: 'usdc', symbol: 'USDC', name: 'USD Coin', address: '0', decimals: 6 }],
      pollMs: 50,
      expirySeconds: 20,
    },
    keys: { solver: keyText(roles.solver), allocator: keyText(roles.depository) },
    stop: () => devnet.close(),
  };
}

/** Opens a chain as the service does. */
export function openExchange(
  { config, keys, clock }: Pick<TestChain, 'config' | 'keys' | 'clock'>,
  signal: AbortSignal,
  log: Log = () => undefined,
): Promise<Chain> {
  return exchange.prepare(config).open(testEnvironment(signal, { keys, clock, log }));
}
