import { eventually } from '@portage/testing';
import { bitcoinCodec } from '@portage/bitcoin/codec';
import { bitcoinChain, bitcoinDevnetChain, type BitcoinControls } from '@portage/devnet';
import type { Quote, RequestEntry, StatusResponse } from '@portage/core';
import { chainsResponseSchema, quoteSchema, requestsResponseSchema } from '@portage/core/schemas';
import { testUsdcAbi } from '@portage/contracts';
import { createPublicClient, http, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createBitcoinSide } from '../src/demonstrations/bitcoinSide.js';
import type { Side } from '../src/demonstrations/side.js';
import { findPlace } from '../src/currencies.js';
import { everythingPaid } from './everythingPaid.js';
import { startTestSystem, type TestSystem } from './testSystem.js';
import { endOf, readStatus } from './endOf.js';

/** Plain transfers of BTC to deposit addresses, on a real node. */
let system: TestSystem;
let bitcoin: Side;

const btc = bitcoinCodec.nativeCurrency;

beforeAll(async () => {
  system = await startTestSystem({
    chains: [{ id: 8453, slug: 'base', name: 'Base' }, bitcoinDevnetChain],
  });
  bitcoin = createBitcoinSide({
    devnet: system.devnet,
    serviceUrl: system.url,
    account: 0,
    privateKey: system.privateKey(0),
    note: () => undefined,
    signal: new AbortController().signal,
    createSponsor: (microUsd) => system.createSponsor(microUsd),
    createAppKey: (wallet) => system.createAppKey(wallet),
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
  const refundTo = await bitcoin.freshAccount();
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

const status = (requestId: string): Promise<StatusResponse> => readStatus(system.url, requestId);

const end = (requestId: string): Promise<StatusResponse> => endOf(system.url, requestId);

/** Requests that an address paid for, as soon as so many have succeeded. */
const paid = (address: string, count: number): Promise<readonly RequestEntry[]> =>
  eventually(
    async () => {
      const answer = await fetch(
        `${system.url}/requests/v2?depositAddress=${address}&includeChildRequests=true`,
      );
      const { requests } = requestsResponseSchema.parse(await answer.json());
      const done = requests.filter((request) => request.status === 'success');
      return done.length === count ? done : undefined;
    },
    (found) => found !== undefined,
    { what: `${String(count)} requests of the address` },
  );

/** Satoshi at an address, in blocks. */
const satoshiAt = (address: string): Promise<bigint> =>
  bitcoin.balanceOf(findPlace(system.devnet, 'btc@bitcoin'), address);

/** Nothing is left to do, and the books hold. */
const soundBooks = async (): Promise<void> => {
  await everythingPaid(system);
  expect(await system.books.audit()).toEqual([]);
};

/** The newest sweep of an order in the outbox. */
const sweepOf = async ({ quote }: Parties): Promise<string | undefined> => {
  const rows = await system.service.database.query<{ tx_id: string }>(
    `select tx_id from outbox where hash_text(order_id) = $1 and leg like 'sweep:%' and state = 'sent' order by stored_at desc`,
    [quote.protocol.v2?.orderId],
  );
  return rows[0]?.tx_id;
};

const strict = { tradeType: 'EXACT_OUTPUT', amount: '150000000' };

describe('an open address of Bitcoin', () => {
  test('D1, D2: takes the quoted amount from anybody, and later another one', async () => {
    const { quote, address, recipient } = await quoteOf();
    const first = await pay(address, 500_000n);
    expect(await end(quote.requestId)).toMatchObject({ status: 'success', inTxHashes: [first] });
    expect(await received(recipient)).toBe(BigInt(quote.details.currencyOut.amount));
    expect(quote.details.timeEstimate).toBeGreaterThanOrEqual(4);
    const second = await pay(address, 300_000n);
    const [child] = (await paid(address, 2)).filter(({ id }) => id !== quote.requestId);
    expect(child?.data.inTxs.map(({ hash }) => hash)).toEqual([second]);
    const out = BigInt(child?.data.amountOut ?? 0);
    expect(out > 170_000_000n && out < 180_000_000n).toBe(true);
    expect(await received(recipient)).toBe(BigInt(quote.details.currencyOut.amount) + out);
    expect(await satoshiAt(address)).toBe(0n);
    await soundBooks();
  });

  test('is computed by clients from the key in the list of chains, under who may recover the money', async () => {
    const answer = await fetch(`${system.url}/chains`);
    const { chains } = chainsResponseSchema.parse(await answer.json());
    const { protocol } = chains.find(({ id }) => id === bitcoinDevnetChain.id)!;
    const recoveryAddress = await bitcoin.freshAccount();
    for (const members of [{}, { recoveryAddress }]) {
      const { quote, address } = await quoteOf(members);
      const owner = {
        orderId: quote.protocol.v2?.orderId ?? '',
        depositor: 'recoveryAddress' in members ? recoveryAddress : bitcoin.user,
      };
      const factory = protocol.v2.depositAddresses ?? '';
      expect(bitcoinCodec.depositAddress?.(factory, owner)).toBe(address);
    }
    // The extended private key is shown nowhere.
    const { depositAddressesKey } = bitcoinChain(system.devnet.description);
    expect(JSON.stringify(chains)).not.toContain(depositAddressesKey);
  });

  test('takes nothing that is not worth moving, and says how much is', async () => {
    const answer = await ask({
      recipient: privateKeyToAddress(generatePrivateKey()),
      amount: '500',
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { errorCode: 'AMOUNT_TOO_LOW' },
    ]);
  });
});

describe('a strict address of Bitcoin', () => {
  test('D2, D16: pays back less than was quoted, to the account that was named', async () => {
    const { quote, address, refundTo, recipient } = await quoteOf(strict);
    const input = BigInt(quote.details.currencyIn.amount);
    await pay(address, input - 1n);
    expect(await end(quote.requestId)).toMatchObject({
      status: 'refund',
      failReason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
    });
    const back = await satoshiAt(refundTo);
    expect(back > input - 5_000n && back < input).toBe(true);
    expect(await received(recipient)).toBe(0n);
    await soundBooks();
  });

  test('D3: fills the quoted amount of more, and pays the rest back', async () => {
    const { quote, address, refundTo, recipient } = await quoteOf(strict);
    await pay(address, BigInt(quote.details.currencyIn.amount) + 50_000n);
    expect(await end(quote.requestId)).toMatchObject({ status: 'success' });
    expect(await received(recipient)).toBe(150_000_000n);
    const back = await eventually(
      async () => (await satoshiAt(refundTo)) || undefined,
      (found) => found !== undefined,
      { what: 'the excess is back' },
    );
    expect(back > 45_000n && back < 50_000n).toBe(true);
    await soundBooks();
  });

  test('needs an account for what goes back', async () => {
    const recipient = privateKeyToAddress(generatePrivateKey());
    const answer = await ask({ recipient, ...strict });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { errorCode: 'INVALID_REQUEST' },
    ]);
  });
});

describe('a reorg', () => {
  const controls = (): BitcoinControls => system.devnet.bitcoin();

  afterEach(() => controls().resumeMining());

  test('before the sweep takes the payment back, and another one is swept', async () => {
    const parties = await quoteOf();
    const { quote, address, recipient } = parties;
    const txId = await pay(address, 500_000n);
    await controls().pauseMining();
    const sweep = await eventually(
      () => sweepOf(parties),
      (found) => found !== undefined,
      { what: 'the sweep is sent' },
    );
    // Both may be in blocks by now.
    const { conflicts } = await controls().reorg(2, { spendAgain: [txId], leaveOut: [sweep] });
    expect(conflicts).toHaveLength(1);
    await controls().mine(6);
    await eventually(
      async () => ((await sweepOf(parties)) === undefined ? true : undefined),
      (found) => found !== undefined,
      { what: 'the sweep is given up' },
    );
    await soundBooks();
    // It was shown as on its way if it was looked for between the two branches.
    await expect.poll(async () => (await status(quote.requestId)).status).toBe('waiting');
    expect(await received(recipient)).toBe(0n);
    await controls().resumeMining();
    const again = await pay(address, 500_000n);
    expect(await end(quote.requestId)).toMatchObject({ status: 'success' });
    expect((await status(quote.requestId)).inTxHashes).toContain(again);
    expect(await received(recipient)).toBe(BigInt(quote.details.currencyOut.amount));
    await soundBooks();
  });

  test('after the sweep changes nothing where both are in the new blocks', async () => {
    const { quote, address, recipient } = await quoteOf();
    await pay(address, 500_000n);
    await end(quote.requestId);
    await controls().reorg(2);
    await soundBooks();
    expect(await status(quote.requestId)).toMatchObject({ status: 'success' });
    expect(await received(recipient)).toBe(BigInt(quote.details.currencyOut.amount));
  });
});
