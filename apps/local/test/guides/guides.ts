import { hexToBytes, type Quote } from '@portage/core';
import { exchangeChain, type ExchangeDevnetChain } from '@portage/devnet';
import type { Executor } from '@portage/core/executor';
import { createPortage } from '@portage/sdk';
import {
  createWalletClient,
  http,
  type Hex,
  type TransactionSerializable,
  type TypedDataDefinition,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { findPlace } from '../../src/currencies.js';
import { sendOnEvm } from '../../src/demonstrations/evmSide.js';
import type { Guide } from './guide.js';
import { depositForNoOrder, earnFees } from './money.js';
import type { Reader } from './openReader.js';
import type { Scope } from './runBlock.js';

/** Code of a contract that takes every call and does nothing. */
const willing = '0x00';
/** Contracts that the page on calls names. */
const contracts = {
  '0x5fbdb2315678afecb367f032d93f642f64180aa3': '0x00000000000000000000000000000000000c0de1',
  '0xcf7ed3acca5a467e9e704c703e8d87f634fb0fc9': '0x00000000000000000000000000000000000c0de2',
} as const;

/** The pages of `apps/docs/pages/guide` that hold TypeScript. */
export const guides: Readonly<Record<string, Guide>> = {
  'app-fees': {
    before: { 2: earnFees },
    shows: [
      /^0\.00025\d* for the app$/,
      /"signed"/,
      /"success"/,
      /^\["0x[0-9a-f]{64}"\]$/,
      /^250000$/,
    ],
    transfers: 1,
  },
  bridge: { shows: [/^You get 0\.099\d* ETH$/, /^success$/], transfers: 4 },
  call: {
    before: { 1: makeContracts },
    places: () => contracts,
    shows: [/^0\.04\d*$/],
    transfers: 1,
  },
  'deposit-addresses': {
    before: { 2: payAddress },
    shows: [/^Send 0\.1 to 0x[0-9a-f]{40}$/, /"type":"open"/, /"status":"success"/, /^success$/],
    transfers: 1,
  },
  exchange: {
    before: { 1: (reader) => Promise.resolve(exchangeAccount(reader)) },
    places: exchangePlaces,
    shows: [],
    transfers: 1,
  },
  'handle-errors': { shows: [/^It has arrived\.$/, /^success$/], transfers: 1 },
  'run-a-service': {
    shows: [],
    left: { 1: 'It starts a service of its own; apps/service/test starts many.' },
  },
  'sponsor-fees': { shows: [/^0\.\d+$/] },
  swap: {
    request: (system) => ({ destinationCurrency: system.usdc(10) }),
    shows: [/^USDC \(USD Coin\) on /, /^1 in = 2\d{3}\.\d* out, .* USD: /, /"percent":/],
    transfers: 1,
  },
  // Its functions take the configuration of a browser's wallets: the page's test in a browser
  // calls them.
  wagmi: { shows: [] },
  withdraw: {
    before: { 1: depositForNoOrder },
    shows: [/"stage":"prepared"/, /"status":"executed"/, /^0x[0-9a-f]{64}$/],
  },
  'write-a-family': {
    shows: [],
    left: { 2: 'It registers a suite, which packages/testing runs over the same fixtures.' },
  },
  'write-an-executor': {
    before: { 2: payByKeyServer },
    shows: [],
    transfers: 1,
    left: { 3: 'It registers a suite, which packages/testing runs over the same fixture.' },
  },
};

/** Contracts of the page on calls take every call. */
async function makeContracts({ system }: Reader): Promise<Scope> {
  for (const address of Object.values(contracts))
    await system.devnet.client(10).setCode({ address, bytecode: willing });
  return {};
}

function exchangePlaces(reader: Reader): Readonly<Record<string, string>> {
  const { accountIndex, apiKeyIndex } = accountOf(reader);
  const { rpcUrl, circuitId } = exchangeOf(reader);
  return {
    'https://exchange.example': rpcUrl,
    '509564': String(accountIndex),
    'apiKeyIndex: 2': `apiKeyIndex: ${String(apiKeyIndex)}`,
    'createExchangeExecutor({ ': `createExchangeExecutor({ circuitId: ${String(circuitId)}, `,
  };
}

function exchangeOf({ system }: Pick<Reader, 'system'>): ExchangeDevnetChain {
  return exchangeChain(system.devnet.description);
}

function accountOf({ system, context }: Pick<Reader, 'system' | 'context'>) {
  const account = exchangeOf({ system }).accounts[context.account];
  if (account === undefined) throw new Error('The devnet has no such account on the exchange.');
  return account;
}

/** The exchange's account of the reader: its API key, and the wallet that opened it. */
function exchangeAccount(reader: Reader) {
  const { privateKey, owner } = accountOf(reader);
  const wallet = createWalletClient({
    account: privateKeyToAccount(owner.privateKey),
    transport: http(reader.system.chain(8453).rpcUrl),
  });
  return { privateKey: hexToBytes(privateKey), wallet };
}

/** An exchange pays the address of the quote. */
async function payAddress({ context }: Reader, { quote }: Scope): Promise<Scope> {
  const { steps, details } = quote as Quote; // The one of the first block.
  const place = findPlace(context.devnet, 'eth@base');
  const amount = BigInt(details.currencyIn.amount);
  await sendOnEvm(context, place, steps[0]?.depositAddress ?? '', amount);
  return {};
}

/** A transfer that a key server signs by the executor of the page's first block. */
async function payByKeyServer(reader: Reader, scope: Scope): Promise<Scope> {
  const { system, context, request } = reader;
  const account = privateKeyToAccount(context.privateKey);
  const sign = async (payload: unknown): Promise<Hex> => {
    const { message, transaction, typedData } = payload as Payload; // The page's three.
    if (message !== undefined) return account.signMessage({ message });
    if (typedData !== undefined) return account.signTypedData(typedData);
    return account.signTransaction(transaction);
  };
  // The block's own function, which the compiler has checked with its page.
  const create = scope['createKeyServerExecutor'] as (server: object, rpcUrl: string) => Executor;
  const executor = create({ address: account.address, sign }, system.chain(8453).rpcUrl);
  const portage = createPortage({ baseUrl: system.url, executors: [executor] });
  await portage.swap(request, { minAmountOut: '99000000000000000' });
  return {};
}

interface Payload {
  readonly message?: string;
  readonly transaction: TransactionSerializable;
  readonly typedData?: TypedDataDefinition;
}
