import { scriptOf, type Output } from '@portage/bitcoin/transaction';
import { quoteSchema } from '@portage/core/schemas';
import { eventually, isNightly, testMsMax } from '@portage/testing';
import { zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createContext } from '../src/createContext.js';
import { findPlace } from '../src/currencies.js';
import { depositUnmatched } from '../src/demonstrations/unmatchedDeposit.js';
import { hasEnded, readStatus } from './endOf.js';
import { startBitcoinSystem, type BitcoinSystem } from './bitcoinSystem.js';
import { looksTaken } from './rounds.js';
import { impatient, openWithdrawal, postTo, quoteAhead, signClaim } from './spike/askedInTime.js';
import { chargeOf, createDoors, type Doors } from './spike/doors.js';

/** Blocks of Bitcoin become dear between a quote and what the solver signs for it. */
let system: BitcoinSystem;
let doors: Doors;

/** Satoshi a virtual byte: a payment costs some 30 USD, below the ceiling of a service. */
const dearRate = 150;
/** Satoshi of a payment that tell calm blocks from dear ones. */
const dearFee = 8_000n;

beforeAll(async () => {
  system = await startBitcoinSystem({
    configure: (described) => ({ ...described, policy: impatient }),
  });
  doors = createDoors(
    system,
    { family: 'Bitcoin', chainId: system.bitcoin.id, native: system.currency, decimals: 8 },
    { whileDear, balance: async () => -(await gasBooked()) },
  );
});
afterAll(() => system.close());
afterEach(async () => {
  expect(await system.service.settlement.ledger.audit()).toEqual([]);
});

/**
 * Satoshi that the chain has taken of the solver, once nothing of it is open: coins alone do not
 * tell fees from payments.
 */
async function gasBooked(): Promise<bigint> {
  const { settlement } = system.service;
  const open = async (): Promise<number> => {
    const rows = await settlement.query(
      `select 1 from outbox where chain_id = $1 and state in ('stored', 'sent')
        union all select 1 from settlements where chain_id = $1 and settled_at is null`,
      [system.bitcoin.id],
    );
    return rows.length;
  };
  await mineUntil(open, (count) => count === 0);
  return settlement.ledger.balance('gas', `${String(system.bitcoin.id)}:${system.currency}`);
}

const refundGas = () => ({ type: 'refund', currency: system.currency }) as const;
const fee = (): bigint =>
  system.service.chains.byId(system.bitcoin.id).gas.estimate(refundGas())?.value ?? 0n;

/** Mines until the service knows the rate of now. */
const untilFee = (holds: (satoshi: bigint) => boolean): Promise<unknown> =>
  eventually(
    async () => {
      await system.controls.mine(1);
      await system.caughtUp();
      return fee();
    },
    holds,
    { what: 'the rate of blocks', everyMs: 500 },
  );

const crowd = (rate: number): Promise<unknown> => system.controls.setFeePressure(rate, 8);

/** Does something while blocks are dear. */
async function whileDear(work: () => Promise<void>): Promise<void> {
  await crowd(dearRate);
  await untilFee((satoshi) => satoshi > dearFee);
  await crowd(dearRate);
  try {
    await work();
  } finally {
    await crowd(0);
    await untilFee((satoshi) => satoshi < dearFee);
  }
}

/** Mines blocks among which what was asked for ends, at a rate of the crowd. */
async function mineUntil<T>(
  read: () => Promise<T>,
  holds: (value: T) => boolean,
  rate = dearRate,
): Promise<T> {
  const look = async (): Promise<T> => {
    await crowd(rate);
    await system.controls.mine(1);
    await system.caughtUp();
    return read();
  };
  return eventually(look, holds, { what: 'the end at a door', everyMs: 500 });
}

/** Satoshi that a payer gives for a block of now. */
const payerFee = 80_000n;

/** Pays an address, or the depository under an order's mark, so that the next block takes it. */
async function pay(account: number, outputs: readonly Output[]): Promise<void> {
  const total = outputs.reduce((sum, { value }) => sum + value, 0n);
  const coins = [await system.fund(account, total + 1_000_000n)];
  const rest = system.change(account, { coins, outputs }, payerFee);
  await system.send(system.sign(account, { coins, outputs: [...outputs, rest] }));
}

test.runIf(isNightly)(
  'L12: an order is not filled while blocks are dear: its deposit goes back',
  async () => {
    const buy = await quoteAhead((onQuote) => system.buy(1, {}, onQuote));
    const fill = { type: 'fill', currency: system.currency, calls: [] } as const;
    const paid = await doors.at('fill', fill, async () => {
      const { requestId, quote } = await buy();
      const { status, failReason } = await mineUntil(
        () => readStatus(system.url, requestId),
        hasEnded,
      );
      expect([status, failReason]).toEqual(['refund', 'QUOTED_GAS_LIMIT_EXCEEDED']);
      return { charged: chargeOf(quote), end: `${status}; the deposit goes back on its own chain` };
    });
    expect(paid).toBe(0n);
  },
);

test.runIf(isNightly)(
  'L12: a refund while blocks are dear costs its payer the fee, and the solver none',
  async () => {
    const amount = 400_000n;
    const asked = await system.quoteOut(2);
    let charged = 0n;
    const paid = await doors.at('refund', refundGas(), async () => {
      await pay(2, system.depositOutputs(asked.orderId, amount));
      const { status } = await mineUntil(() => readStatus(system.url, asked.requestId), hasEnded);
      charged = amount - (await system.balanceOf(asked.refundTo));
      return { charged, end: `${status}; the payer bears the fee` };
    });
    expect(paid).toBeGreaterThan(dearFee);
    expect(charged).toBeGreaterThanOrEqual(paid);
  },
);

test('L12: what lies at a deposit address stays there while blocks are dear, and is swept then', async () => {
  const body = {
    user: system.bitcoin.accounts[3]!.address,
    refundTo: system.freshAddress(),
    recipient: privateKeyToAddress(generatePrivateKey()),
    useDepositAddress: true,
    originChainId: system.bitcoin.id,
    destinationChainId: 8453,
    originCurrency: system.currency,
    destinationCurrency: zeroAddress,
    amount: '500000',
  };
  const quote = quoteSchema.parse(await postTo(`${system.url}/quote/v2`, body));
  const address = quote.steps[0]?.depositAddress ?? '';
  const { requestId } = quote;
  const script = scriptOf(address, 'regtest');
  const sweep = { type: 'sweep', currency: system.currency } as const;
  const paid = await doors.at('sweep', sweep, async () => {
    await pay(3, [{ script, value: 500_000n }]);
    await system.controls.mine(1);
    await system.caughtUp();
    await looksTaken(system, system.bitcoin.id, 20);
    expect(await system.balanceOf(address)).toBe(500_000n);
    return { charged: chargeOf(quote), end: 'stays at its address, and is swept later' };
  });
  expect(paid).toBe(0n);
  const { status } = await mineUntil(() => readStatus(system.url, requestId), hasEnded, 0);
  expect([status, await system.balanceOf(address)]).toEqual(['success', 0n]);
});

test.runIf(isNightly)(
  'L12: a withdrawal that would pay more than its owner signed for is not paid while blocks are dear',
  async () => {
    const place = findPlace(system.devnet, 'btc@bitcoin');
    const context = createContext(system, 5, { signal: AbortSignal.timeout(testMsMax) });
    const amount = 60_000n;
    await depositUnmatched(context, place, amount);
    await system.controls.mine(6);
    await system.caughtUp();
    const withdrawal = await openWithdrawal(context, { place, amount });
    const { fee: charged, send } = await withdrawal.sign();
    const paid = await doors.at('withdrawal', refundGas(), async () => {
      const jobId = await send();
      const { status } = await mineUntil(
        () => withdrawal.status(jobId),
        (found) => found.status === 'failed' || found.status === 'executed',
      );
      return { charged, end: `${status}; its owner signs another one` };
    });
    expect(paid).toBe(0n);
    expect(await withdrawal.received()).toBe(0n);
  },
);

test.runIf(isNightly)(
  'L12: a claim of app fees is not paid while blocks are dear: it is its wallet’s again',
  async () => {
    const key = generatePrivateKey();
    const { requestId, orderId } = await system.quoteOut(6, {
      amount: '2000000',
      appFees: [{ recipient: privateKeyToAddress(key), fee: '1000' }],
    });
    await pay(6, system.depositOutputs(orderId, 2_000_000n));
    await system.controls.mine(6);
    await system.reaches(requestId, 'success');
    const { claimId, claimable, send } = await signClaim(system.url, key, {
      chainId: system.bitcoin.id,
      currency: system.currency,
      recipient: system.freshAddress(),
    });
    const earned = await claimable();
    const paid = await doors.at('claim', refundGas(), async () => {
      await send();
      const { status } = await mineUntil(() => readStatus(system.url, claimId), hasEnded);
      // A hundredth of the claim is what its fee may cost.
      return { charged: earned / 100n, end: `${status}; the fees are the wallet’s again` };
    });
    expect(paid).toBe(0n);
    expect(await claimable()).toBe(earned);
  },
);
