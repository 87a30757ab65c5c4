import { createBitcoinCodec } from '@portage/bitcoin/codec';
import { bitcoinDevnetChain } from '@portage/devnet';
import type { Quote, StatusResponse } from '@portage/core';
import { quoteSchema } from '@portage/core/schemas';
import { testUsdcAbi } from '@portage/contracts';
import { createPublicClient, http, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBitcoinSide } from '../src/demonstrations/bitcoinSide.js';
import type { Side } from '../src/demonstrations/side.js';
import { startTestSystem, type TestSystem } from './testSystem.js';

/** Plain transfers of BTC to deposit addresses, on a real node. */
let system: TestSystem;
let bitcoin: Side;

const btc = createBitcoinCodec('regtest').nativeCurrency;

beforeAll(async () => {
  system = await startTestSystem({
    chains: [{ id: 8453, slug: 'base', name: 'Base' }, bitcoinDevnetChain],
  });
  bitcoin = createBitcoinSide({
    devnet: system.devnet,
    serviceUrl: system.url,
    privateKey: system.privateKey(0),
    solanaKey: '',
    bitcoinAccount: 0,
    signal: new AbortController().signal,
    createSponsor: (microUsd) => system.createSponsor(microUsd),
    books: system.books,
  });
});
afterAll(async () => {
  await system.close();
});

interface Parties {
  readonly quote: Quote;
  readonly address: string;
  readonly recipient: Hex;
  readonly refundTo: string;
}

function ask(members: Readonly<Record<string, unknown>>): Promise<Response> {
  return fetch(`${system.url}/quote/v2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      user: bitcoin.user,
      useDepositAddress: true,
      originChainId: bitcoinDevnetChain.id,
      destinationChainId: 8453,
      originCurrency: btc,
      destinationCurrency: system.usdc(8453),
      amount: '500000',
      ...members,
    }),
  });
}

async function quoteOf(members: Readonly<Record<string, unknown>> = {}): Promise<Parties> {
  const recipient = privateKeyToAddress(generatePrivateKey());
  const refundTo = bitcoin.freshAccount();
  const answer = await ask({ recipient, refundTo, ...members });
  const body: unknown = await answer.json();
  expect([answer.status, body]).toMatchObject([200, {}]);
  const quote = quoteSchema.parse(body);
  return { quote, address: quote.steps[0]?.depositAddress ?? '', recipient, refundTo };
}

/** The faucet stands for an exchange. */
async function pay(address: string, amount: bigint): Promise<string> {
  const [txId] = await system.devnet.bitcoin().faucet(address, { native: amount });
  return txId ?? '';
}

async function received(holder: Hex): Promise<bigint> {
  return createPublicClient({ transport: http(system.chain(8453).rpcUrl) }).readContract({
    address: system.usdc(8453),
    abi: testUsdcAbi,
    functionName: 'balanceOf',
    args: [holder],
  });
}

async function waitFor<T>(read: () => Promise<T | undefined>, what: string): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const found = await read();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`not within a minute: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const end = (requestId: string): Promise<StatusResponse> =>
  waitFor(async () => {
    const answer = await fetch(`${system.url}/intents/status/v3?requestId=${requestId}`);
    const status = (await answer.json()) as StatusResponse;
    return ['success', 'refund', 'failure'].includes(status.status) ? status : undefined;
  }, 'the end of the request');

describe('an address of Bitcoin', () => {
  test('takes the quoted amount from anybody, and USDC arrives', async () => {
    const { quote, address, recipient } = await quoteOf();
    const txId = await pay(address, 500_000n);
    expect(await end(quote.requestId)).toMatchObject({ status: 'success', inTxHashes: [txId] });
    expect(await received(recipient)).toBe(BigInt(quote.details.currencyOut.amount));
    expect(await system.books.audit()).toEqual([]);
  });
});
