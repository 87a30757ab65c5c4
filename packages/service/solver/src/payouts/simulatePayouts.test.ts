import type { FillIntent, RefundIntent, Simulation, Spend } from '@portage/core/chain';
import { fakeAddress } from '@portage/testing';
import { describe, expect, it } from 'vitest';
import { dueFill } from '@portage/settlement/testing';
import { createChainContext } from '../../test/createChainContext.js';
import type { DecidedPayout } from '@portage/settlement';
import { simulatePayouts } from './simulatePayouts.js';

const plain: FillIntent = {
  type: 'fill',
  orderId: 'order',
  currency: 'usdc',
  recipient: fakeAddress('bob'),
  amount: 1n,
  calls: [],
};
const called: FillIntent = { ...plain, calls: [{ to: 'shop', value: 0n, data: '0x12' }] };
const swapped: FillIntent = {
  ...plain,
  swap: { currency: 'usdc', amount: 1n, calls: [], gas: 1, touched: [], minimum: 1n },
};
const toppedUp: FillIntent = { ...plain, topup: 1n };

function setUp(simulate: Spend['simulate'], revertWaitMs = 0) {
  const { context } = createChainContext({ fills: { revertWaitMs } });
  const spend = { ...context.chain.spend, ...(simulate === undefined ? {} : { simulate }) };
  return { ...context, chain: { ...context.chain, spend } };
}

function paying(intent: FillIntent, waitedMs = 3_600_000): DecidedPayout {
  const spend = dueFill({ waitedMs });
  return {
    spend,
    decision: {
      type: 'pay',
      intent,
      source: { credit: { asset: '1:usdc', amount: 1n }, solver: 'solver' },
      gasReserve: 0n,
      isRewrite: false,
    },
  };
}

const always =
  (answer: Simulation): NonNullable<Spend['simulate']> =>
  (intents) =>
    Promise.resolve(intents.map(() => answer));
const reverts = always({ status: 'reverts', reason: 'sold out' });
const decisionOf = async (...[context, one]: [ReturnType<typeof setUp>, DecidedPayout]) =>
  (await simulatePayouts(context, [one]))[0]?.decision;

describe('simulatePayouts', () => {
  it('asks only about payments that depend on others, and lets those that pass', async () => {
    const asked: unknown[] = [];
    const context = setUp((intents) => {
      asked.push(intents);
      return Promise.resolve(intents.map(() => ({ status: 'passes' as const })));
    });
    const decided = [plain, called, swapped, toppedUp].map((intent) => paying(intent));
    expect(await simulatePayouts(context, decided)).toEqual(decided);
    expect(asked).toEqual([[called, swapped, toppedUp]]);
    await simulatePayouts(context, [paying(plain)]);
    expect(asked).toHaveLength(1);
  });

  it('asks about native currency for an account that runs code', async () => {
    const context = setUp(reverts);
    const { chain } = context;
    const wallet = fakeAddress('wallet');
    const gas = { ...chain.gas, runsCode: (recipient: string) => recipient === wallet };
    const seen = { ...context, chain: { ...chain, gas } };
    const native: FillIntent = { ...plain, currency: chain.native.address, recipient: wallet };
    const payments = [
      native,
      { ...native, recipient: plain.recipient },
      { ...plain, recipient: wallet },
    ];
    const decided = await simulatePayouts(
      seen,
      payments.map((intent) => paying(intent)),
    );
    expect(decided.map(({ decision }) => decision.type)).toEqual(['refund', 'pay', 'pay']);
  });

  it.each([
    ['EXECUTION_REVERTED', called],
    ['TOO_LITTLE_RECEIVED', swapped],
    ['TRANSFER_FAILED', toppedUp],
  ] as const)(
    'gives the deposit back, as %s, when it would revert for too long',
    async (reason, intent) => {
      expect(await decisionOf(setUp(reverts), paying(intent))).toEqual({ type: 'refund', reason });
    },
  );

  it('tries again for a while, because the next block may be another', async () => {
    const context = setUp(reverts, 300);
    expect(await decisionOf(context, paying(called, 0))).toMatchObject({
      type: 'wait',
      delayMs: 300,
      reason: 'the payment would revert: sold out',
    });
  });

  it('signs nothing while it cannot ask, and gives nothing back for that', async () => {
    expect(
      await decisionOf(
        setUp(() => Promise.reject(new Error('no endpoint'))),
        paying(called),
      ),
    ).toMatchObject({ type: 'wait', reason: 'the payment could not be simulated: no answer' });
  });

  it('signs nothing and gives nothing back where no endpoint can tell', async () => {
    const unknown = always({ status: 'unknown', reason: 'busy' });
    expect(await decisionOf(setUp(unknown), paying(called))).toEqual({
      type: 'wait',
      delayMs: 500,
      reason: 'the payment could not be simulated: busy',
    });
  });

  it('asks about refunds, too, and asks an operator once they have failed a few times', async () => {
    const refund: RefundIntent = {
      type: 'refund',
      orderId: 'order',
      depositor: 'alice',
      currency: 'usdc',
      recipient: 'wallet',
      amount: 1n,
      key: 'order:main',
    };
    const refunding = (changes: Partial<DecidedPayout['spend']>): DecidedPayout => {
      const { spend, decision } = paying(plain);
      if (decision.type !== 'pay') throw new Error('it pays');
      return { spend: { ...spend, ...changes }, decision: { ...decision, intent: refund } };
    };
    expect(await decisionOf(setUp(reverts), refunding({ attempts: 1 }))).toEqual({
      type: 'wait',
      delayMs: 5_000,
      isFailure: true,
      reason: 'the refund would revert: sold out',
    });
    expect(await decisionOf(setUp(reverts), refunding({ attempts: 2 }))).toEqual({
      type: 'unpayable',
      reason: 'MANUAL_REFUND_REQUIRED',
    });
    const underReclaim = refunding({ attempts: 9, isUnderReclaim: true });
    expect(await decisionOf(setUp(reverts), underReclaim)).toMatchObject({ type: 'wait' });
    const unknown = always({ status: 'unknown', reason: 'busy' });
    expect(await decisionOf(setUp(unknown), refunding({ attempts: 9 }))).toMatchObject({
      type: 'wait',
    });
  });

  it('leaves payments of chains alone that cannot be asked', async () => {
    expect(await decisionOf(setUp(undefined), paying(called))).toMatchObject({ type: 'pay' });
  });
});
