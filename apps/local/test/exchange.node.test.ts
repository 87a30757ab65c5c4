import { exchangeChain, exchangeDevnetChain } from '@portage/devnet';
import { errorBodySchema, quoteSchema } from '@portage/core/schemas';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../src/createContext.js';
import {
  createExchangeSide,
  depositUnmatchedOnExchange,
} from '../src/demonstrations/exchangeSide.js';
import { findPlace } from '../src/currencies.js';
import { openSide, transfer } from '../src/demonstrations/transfer.js';
import { at } from './interface/interfaceSystem.js';
import { tellTransaction } from './tellTransaction.js';
import { startTestSystem, type TestSystem } from './testSystem.js';

/** Money into and out of the exchange through the whole service, held against the exchange. */
let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem({
    chains: [{ id: 8453, slug: 'base', name: 'Base' }, exchangeDevnetChain],
  });
});
afterAll(async () => {
  await system.close();
});

const contextOf = (index: number) => createContext(system, index);
const exchangeId = 3_586_256;

function accountAt(place: number): string {
  return String(exchangeChain(system.devnet.description).accounts[place]!.accountIndex);
}

async function ask(members: Readonly<Record<string, unknown>>): Promise<Response> {
  return fetch(`${system.url}/quote/v2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(members),
  });
}

/** 40 USDC from Base to an account of the exchange. */
const inward = (members: Readonly<Record<string, unknown>> = {}) => ({
  user: privateKeyToAddress(generatePrivateKey()),
  recipient: accountAt(5),
  originChainId: 8453,
  originCurrency: system.usdc(8453).toLowerCase(),
  destinationChainId: exchangeId,
  destinationCurrency: '0',
  amount: '40000000',
  ...members,
});

/** 40 USDC of an account of the exchange to Base. */
const outward = (members: Readonly<Record<string, unknown>> = {}) => ({
  user: accountAt(5),
  recipient: privateKeyToAddress(generatePrivateKey()),
  originChainId: exchangeId,
  originCurrency: '0',
  destinationChainId: 8453,
  destinationCurrency: system.usdc(8453).toLowerCase(),
  amount: '40000000',
  ...members,
});

test('S5: a payer who asked before sees its balance (quote#details-userBalance)', async () => {
  const held = await system.service.chains.byId(exchangeId).balances.read(accountAt(5), '0');
  expect(held).toBeGreaterThan(0n);
  const toldBalance = async (): Promise<unknown> => {
    const { details } = quoteSchema.parse(await (await ask(outward())).json());
    return details.userBalance;
  };
  await expect.poll(toldBalance).toBe(held.toString());
});

async function quote(members: Readonly<Record<string, unknown>>): Promise<unknown> {
  const answer = await ask(members);
  const body: unknown = await answer.json();
  expect([answer.status, answer.ok ? '' : body]).toEqual([200, '']);
  return quoteSchema.loose().parse(body);
}

async function refusal(members: Readonly<Record<string, unknown>>): Promise<string> {
  const answer = await ask(members);
  expect(answer.status).toBe(400);
  return errorBodySchema.parse(await answer.json()).errorCode;
}

/** Balance of the depository's account on the exchange, and its balance by the books. */
async function depositoryOf(): Promise<readonly [held: bigint, booked: bigint]> {
  const { roles } = exchangeChain(system.devnet.description);
  const side = createExchangeSide(contextOf(0));
  const place = findPlace(system.devnet, 'usdc@lighter');
  return [
    await side.balanceOf(place, String(roles.depository.accountIndex)),
    await system.books.vault(exchangeId, '0'),
  ];
}

/** The books hold, and say of the depository what the exchange says of it. */
async function expectExactBooks(startHeld: bigint): Promise<void> {
  await expect
    .poll(
      async () => {
        const [held, booked] = await depositoryOf();
        return held - startHeld - booked;
      },
      { interval: 200 },
    )
    .toBe(0n);
  expect(await system.books.audit()).toEqual([]);
}

/** An amount arrives on Base. */
async function expectPaid(recipient: string, amount: unknown): Promise<void> {
  const place = findPlace(system.devnet, 'usdc@base');
  const base = openSide(contextOf(0), place);
  await expect
    .poll(() => base.balanceOf(place, recipient), { interval: 200 })
    .toBe(BigInt(String(amount)));
}

describe('quotes', () => {
  test('steps#exchange-chain, steps#exchange-deposit: a deposit is paid on its own chain, and repeats the account', async () => {
    const quoted = await quote(inward());
    expect(at(quoted, 'details.recipient')).toBe(accountAt(5));
    expect(at(quoted, 'steps.0.id')).toMatch(/^(?:approve|deposit)$/);
    expect(at(quoted, 'details.currencyOut.currency.chainId')).toBe(exchangeId);
    expect(at(quoted, 'details.currencyOut.currency.address')).toBe('0');
  });

  test('steps#exchange-withdrawal, steps#exchange-currency, steps#action-type, steps#action-toAccountIndex, steps#action-assetIndex, steps#action-routeTypes, steps#action-amount, steps#action-usdcFee, steps#action-memo: a withdrawal is one transfer to the depository', async () => {
    const { roles } = exchangeChain(system.devnet.description);
    const depository = roles.depository.accountIndex;
    const quoted = await quote(outward());
    // Nothing is authorized before, and nothing comes after.
    expect(at(quoted, 'steps.0.id')).toBe('deposit');
    expect(at(quoted, 'steps.1')).toBeUndefined();
    expect(at(quoted, 'steps.0.items.0.data.action')).toEqual({
      type: 'transfer',
      parameters: {
        toAccountIndex: depository,
        assetIndex: 3,
        fromRouteType: 0,
        toRouteType: 0,
        amount: 40_000_000,
        usdcFee: 3_000_000,
        memo: at(quoted, 'requestId'),
      },
    });
    expect(at(quoted, 'protocol.v2.paymentDetails.depository')).toBe(String(depository));
    expect(at(quoted, 'protocol.v2.paymentDetails.chainId')).toBe('lighter');
    // The fee of the transfer is the payer's gas, beside the amount.
    expect(at(quoted, 'fees.gas.amount')).toBe('3000000');
    expect(at(quoted, 'fees.gas.currency.address')).toBe('0');
  });

  test('steps#exchange-account: an account is a number that the exchange has, and none of ours', async () => {
    const { roles } = exchangeChain(system.devnet.description);
    const solver = String(roles.solver.accountIndex);
    expect(await refusal(inward({ recipient: 'alice' }))).toBe('INVALID_ADDRESS');
    expect(await refusal(inward({ recipient: '-1' }))).toBe('INVALID_ADDRESS');
    expect(await refusal(inward({ recipient: '999999999' }))).toBe('INVALID_RECIPIENT');
    expect(await refusal(inward({ recipient: solver }))).toBe('INVALID_RECIPIENT');
    expect(await refusal(outward({ user: '0x00' }))).toBe('INVALID_ADDRESS');
    // A refund would go to the payer, unless the request names another account.
    expect(await refusal(outward({ user: solver }))).toBe('INVALID_RECIPIENT');
    for (const user of [solver, String(roles.depository.accountIndex), '999999999'])
      expect(await refusal(outward({ user, refundTo: accountAt(5) }))).toBe('INVALID_REQUEST');
    expect(await refusal(inward({ destinationCurrency: '3' }))).toBe('INVALID_OUTPUT_CURRENCY');
  });
});

describe('money', () => {
  test('goes in and out, and the books say what the exchange says', async () => {
    const [start, booked] = await depositoryOf();
    const into = await transfer(contextOf(0), {
      from: 'usdc@base',
      to: 'usdc@lighter',
      amount: '25',
    });
    const out = await transfer(contextOf(1), {
      from: 'usdc@lighter',
      to: 'usdc@base',
      amount: '25',
    });
    for (const done of [into, out]) {
      expect(done.status).toBe('success');
      expect(done.received).toBe(BigInt(done.quote.details.currencyOut.amount));
    }
    // The service looks its transactions up when they are reported.
    const told = { chainId: exchangeId, txHash: out.inTxHashes[0] ?? '' };
    const { requestId } = out.quote;
    expect(await tellTransaction(system.url, told)).toEqual([200, undefined]);
    expect(await tellTransaction(system.url, { ...told, requestId })).toEqual([200, undefined]);
    const absent = { ...told, txHash: 'ab'.repeat(40) };
    for (const one of [absent, absent])
      expect(await tellTransaction(system.url, one)).toEqual([404, 'UNKNOWN_TRANSACTION']);
    const odd = { ...told, txHash: 'ab'.repeat(32) };
    expect(await tellTransaction(system.url, odd)).toEqual([400, 'INVALID_REQUEST']);
    await expectExactBooks(start - booked);
  });

  test('that comes too late goes back, and its fee is taken of what the refund keeps', async () => {
    const [start, booked] = await depositoryOf();
    const done = await transfer(contextOf(2), {
      from: 'usdc@lighter',
      to: 'usdc@base',
      amount: '30',
      members: { ttl: 1 },
      delayMs: 2_500,
    });
    expect([done.status, done.received]).toEqual(['refund', 0n]);
    expect(done.refunded).toBe(27_000_000n);
    await expectExactBooks(start - booked);
  });

  test('under the memo of no order stays, and is counted', async () => {
    const [start, booked] = await depositoryOf();
    const place = findPlace(system.devnet, 'usdc@lighter');
    await depositUnmatchedOnExchange(contextOf(3), place, 7_000_000n);
    await expect
      .poll(async () => (await depositoryOf())[1], { interval: 200 })
      .toBe(booked + 7_000_000n);
    await expectExactBooks(start - booked);
  });

  test('Q1, Q2: under the memo of an order of somebody else spoils nothing, and pays the order of whom it names', async () => {
    const [start, booked] = await depositoryOf();
    const place = findPlace(system.devnet, 'usdc@lighter');
    const recipient = privateKeyToAddress(generatePrivateKey());
    const refundTo = accountAt(8);
    const quoted = await quote(outward({ user: accountAt(6), recipient, refundTo }));
    const memo = String(at(quoted, 'requestId'));
    const side = createExchangeSide(contextOf(8));
    const before = await side.balanceOf(place, refundTo);
    // Too little, by another account, and first; then the whole, by a third one.
    await depositUnmatchedOnExchange(contextOf(7), place, 5_000_000n, { memo });
    await expect
      .poll(() => side.balanceOf(place, refundTo), { interval: 200 })
      .toBe(before + 2_000_000n);
    await depositUnmatchedOnExchange(contextOf(6), place, 40_000_000n, { memo });
    await expectPaid(recipient, at(quoted, 'details.currencyOut.amount'));
    await expectExactBooks(start - booked);
  });

  test('Q2: above what the order asks goes back, less the fee of its way', async () => {
    const [start, booked] = await depositoryOf();
    const place = findPlace(system.devnet, 'usdc@lighter');
    const recipient = privateKeyToAddress(generatePrivateKey());
    const refundTo = accountAt(4);
    const quoted = await quote(outward({ user: accountAt(3), recipient, refundTo }));
    const side = createExchangeSide(contextOf(4));
    const before = await side.balanceOf(place, refundTo);
    const memo = String(at(quoted, 'requestId'));
    await depositUnmatchedOnExchange(contextOf(3), place, 52_000_000n, { memo });
    await expectPaid(recipient, at(quoted, 'details.currencyOut.amount'));
    await expect
      .poll(() => side.balanceOf(place, refundTo), { interval: 200 })
      .toBe(before + 9_000_000n);
    await expectExactBooks(start - booked);
  });

  test.each([
    ['the same asset on another route', { assetIndex: 3, routeType: 1 }, '3', 41_000_000n],
    ['another asset', { assetIndex: 1, routeType: 1 }, '1', 7n],
  ] as const)(
    'Q4: of %s fills no order, waits in suspense, and spoils nothing',
    async (_, asset, currency, amount) => {
      const [start, booked] = await depositoryOf();
      const place = findPlace(system.devnet, 'usdc@lighter');
      const recipient = privateKeyToAddress(generatePrivateKey());
      const quoted = await quote(outward({ user: accountAt(2), recipient }));
      const memo = String(at(quoted, 'requestId'));
      const waiting = await system.books.vault(exchangeId, currency);
      await depositUnmatchedOnExchange(contextOf(9), place, amount, { memo, asset });
      await expect
        .poll(() => system.books.vault(exchangeId, currency), { interval: 200 })
        .toBe(waiting + amount);
      await depositUnmatchedOnExchange(contextOf(2), place, 40_000_000n, { memo });
      await expectPaid(recipient, at(quoted, 'details.currencyOut.amount'));
      await expectExactBooks(start - booked);
    },
  );

  test('Q11: towards an exchange that takes no transfers is not quoted, and goes back on its origin', async () => {
    const controls = system.devnet.exchange();
    let first: ReturnType<typeof transfer> | undefined;
    const inwards = { from: 'usdc@base', to: 'usdc@lighter', amount: '25' } as const;
    const late = await transfer(contextOf(0), {
      ...inwards,
      members: { ttl: 25 },
      delayMs: 0,
      onQuote: async () => {
        await controls.setFaults({ isPaused: true });
        // Its payment is refused, from which the service learns of the pause.
        first = transfer(contextOf(1), inwards);
        await expect
          .poll(
            async () => {
              const answer = await ask(inward());
              return errorBodySchema.safeParse(await answer.json()).data?.errorCode;
            },
            { interval: 200 },
          )
          .toBe('ROUTE_TEMPORARILY_RESTRICTED');
      },
    });
    expect([late.status, late.received]).toEqual(['refund', 0n]);
    expect(late.refunded).toBeGreaterThan(24_000_000n);
    await controls.setFaults();
    expect((await first)?.status).toBe('success');
    expect(await system.books.audit()).toEqual([]);
  });
});
