import { eventually } from '@portage/testing';
import { testUsdcAbi } from '@portage/contracts';
import { solanaChain } from '@portage/devnet';
import type { Quote, RequestEntry, StatusResponse } from '@portage/core';
import { quoteSchema, reindexResponseSchema, requestsResponseSchema } from '@portage/core/schemas';
import { programs } from '@portage/solana/program';
import { solanaCodec } from '@portage/sdk/solana';
import { Connection, Keypair, PublicKey } from '@solana/web3.js';
import { createPublicClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../src/createContext.js';
import { findPlace } from '../src/currencies.js';
import { sendOnSolana } from '../src/demonstrations/solanaSide.js';
import { everythingPaid } from './everythingPaid.js';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';
import { endOf, readStatus } from './endOf.js';

/** Plain transfers to deposit addresses on Solana: every arrival has a defined end. */
let system: TestSystem;
let connection: Connection;

const dollar = 1_000_000n;
const lamportsPerSol = 1_000_000_000n;
const native = solanaCodec.nativeCurrency;
const originChainId = 792703809;

beforeAll(async () => {
  system = await useSystem();
  connection = new Connection(solanaChain(system.devnet.description).rpcUrl, 'confirmed');
});
afterAll(async () => {
  await system.close();
});

const usdc = (): string => findPlace(system.devnet, 'usdc@solana').address;

interface Parties {
  readonly quote: Quote;
  readonly address: string;
  readonly user: string;
  readonly recipient: `0x${string}`;
  readonly refundTo: string;
}

async function post(path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${system.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

async function ask(members: Readonly<Record<string, unknown>> = {}): Promise<Parties> {
  const recipient = privateKeyToAddress(generatePrivateKey());
  const [user, refundTo] = [Keypair.generate(), Keypair.generate()].map(({ publicKey }) =>
    publicKey.toBase58(),
  ) as [string, string];
  const body = {
    user,
    recipient,
    refundTo,
    useDepositAddress: true,
    originChainId,
    destinationChainId: 8453,
    originCurrency: usdc(),
    destinationCurrency: system.usdc(8453),
    amount: (20n * dollar).toString(),
    ...members,
  };
  const quote = quoteSchema.parse(await post('/quote/v2', body));
  const { depositAddress: address = '' } = quote.steps[0] ?? {};
  return { quote, address, user, recipient, refundTo };
}

const sol = { originCurrency: native, amount: lamportsPerSol.toString() };
const strict = (dollars: bigint): Readonly<Record<string, unknown>> => ({
  tradeType: 'EXACT_OUTPUT',
  amount: (dollars * dollar).toString(),
});

/** The paying account is no party of the request, as where an exchange pays. */
async function pay(
  account: number,
  recipient: string,
  amount: bigint,
  currency = usdc(),
): Promise<string> {
  const place = findPlace(system.devnet, currency === native ? 'sol@solana' : 'usdc@solana');
  return sendOnSolana(createContext(system, account), place, recipient, amount);
}

async function onEvm(holder: `0x${string}`): Promise<bigint> {
  return createPublicClient({ transport: http(system.chain(8453).rpcUrl) }).readContract({
    address: system.usdc(8453),
    abi: testUsdcAbi,
    functionName: 'balanceOf',
    args: [holder],
  });
}

async function onSolana(holder: string, currency = usdc()): Promise<bigint> {
  const owner = new PublicKey(holder);
  if (currency === native) return BigInt(await connection.getBalance(owner));
  const { value } = await connection.getTokenAccountsByOwner(owner, {
    mint: new PublicKey(currency),
  });
  return value.reduce((sum, { account }) => sum + account.data.readBigUInt64LE(64), 0n);
}

const statusOf = (requestId: string): Promise<StatusResponse> => readStatus(system.url, requestId);

const end = (requestId: string): Promise<StatusResponse> => endOf(system.url, requestId);

const paid = (address: string, count: number): Promise<readonly RequestEntry[]> =>
  eventually(
    async () => {
      const url = `${system.url}/requests/v2?depositAddress=${address}&includeChildRequests=true`;
      const { requests } = requestsResponseSchema.parse(await (await fetch(url)).json());
      const done = requests.filter(({ status }) => status === 'success');
      return done.length === count ? done : undefined;
    },
    (found) => found !== undefined,
    { what: `${String(count)} requests of the address` },
  );

const soundBooks = async (): Promise<void> => {
  await everythingPaid(system);
  expect(await system.service.settlement.ledger.audit()).toEqual([]);
};

/** Nothing stays: neither money nor a token account whose rent lies idle. */
const isGone = async (address: string): Promise<void> => {
  const owner = new PublicKey(address);
  expect(await connection.getAccountInfo(owner)).toBeNull();
  const { value } = await connection.getTokenAccountsByOwner(owner, {
    programId: new PublicKey(programs.token),
  });
  expect(value).toEqual([]);
};

describe('an open deposit address on Solana', () => {
  test.each([
    ['SOL', sol],
    ['USDC', {}],
  ] as const)('D1: a plain transfer of %s fills the order as quoted', async (_, members) => {
    const { quote, address, recipient } = await ask(members);
    const currency = quote.details.currencyIn.currency.address;
    const amount = BigInt(quote.details.currencyIn.amount);
    const txId = await pay(0, address, amount, currency);
    const { status, inTxHashes } = await end(quote.requestId);
    expect({ status, inTxHashes }).toEqual({ status: 'success', inTxHashes: [txId] });
    expect(await onEvm(recipient)).toBe(BigInt(quote.details.currencyOut.amount));
    await isGone(address);
    const [step, ...others] = quote.steps;
    expect([step?.id, step?.depositAddressId, others]).toEqual([
      'deposit',
      quote.protocol.v2?.orderId,
      [],
    ]);
    await soundBooks();
  });

  test('D3, D16: another amount and a second payment, from anybody, are quoted when they arrive', async () => {
    const { quote, address, recipient } = await ask();
    await pay(1, address, 11n * dollar);
    await paid(address, 2);
    await pay(2, address, 33n * dollar);
    const outs = (await paid(address, 3))
      .filter(({ id }) => id !== quote.requestId)
      .map(({ data }) => BigInt(data.amountOut ?? 0));
    expect(await onEvm(recipient)).toBe(outs.reduce((sum, out) => sum + out, 0n));
    expect(outs.every((out) => out > 9n * dollar && out < 33n * dollar)).toBe(true);
    await isGone(address);
    await soundBooks();
  });

  test('two payments of the same amount at once are one deposit, and all of it counts', async () => {
    const { quote, address, recipient } = await ask(sol);
    const half = lamportsPerSol / 2n;
    await Promise.all([pay(3, address, half, native), pay(4, address, half, native)]);
    const done = await eventually(
      async () => {
        const status = await statusOf(quote.requestId);
        return status.status === 'success' ? status : undefined;
      },
      (found) => found !== undefined,
      { what: 'the order is filled' },
    );
    expect(done.status).toBe('success');
    await soundBooks();
    await isGone(address);
    // As quoted where both were swept at once, else each with fees of its own.
    const received = await onEvm(recipient);
    expect(received > 140n * dollar && received <= 150n * dollar).toBe(true);
  });
});

describe('a strict deposit address on Solana', () => {
  test('D2: less goes back to the account that was named', async () => {
    const { quote, address, recipient, refundTo } = await ask(strict(15n));
    const input = BigInt(quote.details.currencyIn.amount);
    await pay(5, address, input - 1n);
    expect(await end(quote.requestId)).toMatchObject({
      status: 'refund',
      failReason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
    });
    const back = await onSolana(refundTo);
    expect(back > input - dollar && back < input).toBe(true);
    expect(await onEvm(recipient)).toBe(0n);
    await soundBooks();
  });

  test('D3, D5: more fills the quoted amount and the rest goes back; so does a second payment', async () => {
    const { quote, address, recipient, refundTo } = await ask(strict(15n));
    const input = BigInt(quote.details.currencyIn.amount);
    await pay(6, address, input + 5n * dollar);
    expect(await end(quote.requestId)).toMatchObject({ status: 'success' });
    expect(await onEvm(recipient)).toBe(15n * dollar);
    const rest = await eventually(
      async () => (await onSolana(refundTo)) || undefined,
      (found) => found !== undefined,
      { what: 'the rest' },
    );
    expect(rest > 4n * dollar && rest < 5n * dollar).toBe(true);
    await pay(7, address, input);
    await eventually(
      async () => ((await onSolana(refundTo)) > rest ? true : undefined),
      (found) => found !== undefined,
      { what: 'the second payment is back' },
    );
    expect(await onEvm(recipient)).toBe(15n * dollar);
    await isGone(address);
    await soundBooks();
  });

  test('D7: SOL at an address for USDC goes back when it is looked for', async () => {
    const { quote, address, refundTo } = await ask(strict(15n));
    await pay(8, address, lamportsPerSol, native);
    const found = await post('/transactions/deposit-address/reindex', {
      chainId: originChainId,
      depositAddress: address,
    });
    expect(reindexResponseSchema.parse(found)).toMatchObject({
      triggeredCurrencies: [native],
      failedCurrencies: 0,
    });
    const back = await eventually(
      async () => (await onSolana(refundTo, native)) || undefined,
      (found) => found !== undefined,
      { what: 'the SOL is back' },
    );
    expect(back > (lamportsPerSol * 9n) / 10n && back < lamportsPerSol).toBe(true);
    expect((await statusOf(quote.requestId)).status).toBe('waiting');
    await isGone(address);
    await soundBooks();
  });
});
