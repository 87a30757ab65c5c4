import type { FailReason } from '@portage/core';
import { createChains } from '@portage/core/chain';
import type { DuePayout } from '@portage/settlement';
import type { PayoutIntent } from '@portage/settlement/testing';
import { fakeAddress, fakeNative } from '@portage/testing';
import { describe, expect, it } from 'vitest';
import { dueFill } from '@portage/settlement/testing';
import { createChainContext } from '../../test/createChainContext.js';
import { createBudget } from './createBudget.js';
import { planRefund } from './planRefund.js';

const usdc = fakeAddress('usdc');
/** Gas of a refund at this fee is worth five times the deposit. */
const dearFee = 2_500_000_000_000n;
const budget = () => createBudget([{ currency: fakeNative, balance: 10n ** 9n, reserved: 0n }]);
const intent: PayoutIntent = {
  type: 'fill',
  currency: usdc,
  recipient: 'bob',
  amount: '1',
  credit: { asset: '1:usdc', amount: '1' },
  solver: 'solver',
};
const fillSettlement = { kind: 'fill', settled: false, intent } as const;
const refundSettlement = { ...fillSettlement, kind: 'refund' } as const;
/** Recipient of the payout of {@link due}. */
const bob = fakeAddress('bob');
const defaults: { reason?: FailReason; refundTo?: string } = {};
const due = (changes: Partial<DuePayout> = {}): DuePayout => {
  const fill = dueFill(changes);
  return { ...fill, job: { ...fill.job, kind: 'refund' } };
};

describe('planRefund', () => {
  it('pays the signed recipient what came in less gas', () => {
    expect(planRefund(createChainContext().context, due(), budget())).toMatchObject({
      type: 'pay',
      intent: {
        type: 'refund',
        depositor: 'alice',
        recipient: 'alice',
        currency: usdc,
        amount: 999n,
        key: 'order:main',
      },
      isRewrite: false,
    });
  });

  it.each([
    ['goes back to who paid it, not to the recipient who was paid', {}, 'alice'],
    ['of a stranger goes where the order says', { payer: 'carol' }, bob],
    ['of another reason goes where the order says', { reason: 'TTL_EXPIRED' }, bob],
    ['goes to the account that the payer named for refunds', { refundTo: 'dora' }, 'dora'],
    ['keeps the recipient that was signed before', { settlement: refundSettlement }, 'bob'],
  ] as const)('a payment beyond the order %s', (_, changes, recipient) => {
    const { reason = 'DOUBLE_SPEND', refundTo = bob, ...rest } = { ...defaults, ...changes };
    const spend = due({ payer: 'alice', ...rest });
    const [input] = spend.order.inputs;
    const refunds = input!.refunds.map((refund) => ({ ...refund, recipient: refundTo }));
    const doubled = {
      ...spend,
      job: { ...spend.job, leg: '1:0xb:0', reason },
      order: { ...spend.order, inputs: [{ ...input!, refunds }] },
    };
    expect(planRefund(createChainContext().context, doubled, budget())).toMatchObject({
      type: 'pay',
      intent: { recipient },
    });
  });

  it.each([
    ['its fill may still land', { settlement: fillSettlement, live: 1 }],
    ['it was filled', { filled: true }],
    ['it is settled', { settlement: { ...refundSettlement, settled: true } }],
    ['its deposit is lost', { isFinal: false }],
  ] as const)('does not refund an order when %s', (_, changes) => {
    expect(planRefund(createChainContext().context, due(changes), budget())).toMatchObject({
      type: 'drop',
    });
  });

  it('takes the place of a fill that is proven dead', () => {
    expect(
      planRefund(
        createChainContext().context,
        due({ settlement: fillSettlement, live: 0, reverted: 1 }),
        budget(),
      ),
    ).toMatchObject({ type: 'pay', isRewrite: true });
  });

  it('asks an operator once a second transaction has reverted', () => {
    expect(
      planRefund(
        createChainContext().context,
        due({ settlement: refundSettlement, reverted: 1 }),
        budget(),
      ),
    ).toMatchObject({ type: 'pay', isRewrite: true });
    expect(
      planRefund(
        createChainContext().context,
        due({ settlement: refundSettlement, reverted: 2 }),
        budget(),
      ),
    ).toEqual({ type: 'unpayable', reason: 'MANUAL_REFUND_REQUIRED' });
  });

  it('INV-C5: waits with a withdrawal while the depository holds less than the books', () => {
    const { context } = createChainContext();
    const withdrawal = {
      withdrawalMinimum: 1n,
      comparedAgeMs: 1_000,
      fillBy: context.clock.now() + 60_000,
    };
    const decide = (changes: Partial<DuePayout>) =>
      planRefund(context, due({ ...withdrawal, ...changes }), budget());
    expect(decide({ isDepositoryShort: true })).toMatchObject({
      type: 'wait',
      reason: 'the depository holds less than the books',
    });
    expect(decide({ isDepositoryShort: false })).toMatchObject({ type: 'pay' });
    // Its time does not stop meanwhile: the money is its owner's again.
    expect(decide({ isDepositoryShort: true, fillBy: context.clock.now() - 60_000 })).toMatchObject(
      { type: 'unpayable', isExpired: true },
    );
  });

  it.each([
    ['never', undefined],
    ['too long ago', 60_001],
  ])('INV-C5: waits with a withdrawal where the depository was compared %s', (_, comparedAgeMs) => {
    const { context: bare } = createChainContext();
    let asked = 0;
    const context = { ...bare, askComparison: () => void (asked += 1) };
    const fillBy = context.clock.now() + 60_000;
    expect(
      planRefund(context, due({ withdrawalMinimum: 1n, fillBy, comparedAgeMs }), budget()),
    ).toMatchObject({
      type: 'wait',
      reason: 'the depository was not compared with the books of late',
    });
    expect(asked).toBe(1);
    // The refund of an order goes back to its payer, unless something is known to be missing.
    expect(planRefund(context, due({ comparedAgeMs }), budget())).toMatchObject({ type: 'pay' });
    expect(planRefund(context, due({ isDepositoryShort: true }), budget())).toMatchObject({
      type: 'wait',
    });
    expect(asked).toBe(1);
  });

  it('O3: waits for cheaper gas where dear gas eats the deposit up, but not for ever', () => {
    const { context, fake } = createChainContext({ fills: { refundWaitMs: 60_000 } });
    const plenty = createBudget([{ currency: fakeNative, balance: 10n ** 18n, reserved: 0n }]);
    const decide = (changes: Partial<DuePayout> = {}) => planRefund(context, due(changes), plenty);
    const given = { type: 'unpayable', reason: 'AMOUNT_TOO_LOW_TO_REFUND' };
    fake.setFee(dearFee);
    expect(decide()).toMatchObject({ type: 'wait', delayMs: 5_000 });
    expect(decide({ waitedMs: 40_000 })).toMatchObject({ type: 'wait', delayMs: 10_000 });
    expect(decide({ waitedMs: 58_000 })).toMatchObject({ type: 'wait', delayMs: 2_000 });
    expect(decide({ waitedMs: 60_000 })).toEqual(given);
    fake.setFee(1_000n);
    expect(decide({ waitedMs: 60_000 })).toMatchObject({ type: 'pay' });
  });

  it('O3, D18: waits for nothing where a deposit is dust in calm times too, or its owner can ask again', () => {
    const { context, fake } = createChainContext();
    const given = { type: 'unpayable', reason: 'AMOUNT_TOO_LOW_TO_REFUND' };
    fake.setFee(10n * dearFee);
    expect(planRefund(context, due(), budget())).toEqual(given);
    fake.setFee(dearFee);
    const fillBy = context.clock.now() + 60_000;
    const withdrawal = { withdrawalMinimum: 1n, comparedAgeMs: 1_000, fillBy };
    expect(planRefund(context, due(withdrawal), budget())).toEqual(given);
  });

  describe('the gas of a sweep', () => {
    const quoted = { gas: '0', minimum: '1', depositGas: '200000000000' };
    const swept = (changes: Partial<DuePayout> = {}): DuePayout =>
      due({ sweepGas: 150_000_000_000n, executionTerms: { appFees: [], quoted }, ...changes });
    const { context } = createChainContext();
    const paid = (spend: DuePayout) => planRefund(context, spend, budget());
    /** The deposit is one of the quoted chain. */
    const onQuoted = (spend: DuePayout): DuePayout => {
      const [input] = spend.order.inputs;
      const payment = { ...input!.payment, chainId: context.chain.slug };
      return { ...spend, order: { ...spend.order, inputs: [{ ...input!, payment }] } };
    };

    it.each([
      // 10^11 at 2,000 USD are 200 units of USDC; the gas of the refund is one.
      ['as it was', 300n, {}],
      ['up to what the quote charged', 400n, { sweepGas: 10n ** 12n }],
      ['of any leg', 300n, { job: { ...due().job, leg: '1:0xb:0' } }],
      ['not where there was no sweep', 0n, { sweepGas: undefined }],
      [
        'not where the quote charged nothing',
        0n,
        { executionTerms: { appFees: [], quoted: { ...quoted, depositGas: undefined } } },
      ],
      ['not where it is unknown how it was quoted', 0n, { executionTerms: undefined }],
    ] as const)('comes off %s', (_, off, changes) => {
      expect(paid(onQuoted(swept(changes)))).toMatchObject({ intent: { amount: 999n - off } });
    });

    it('is waited for until it is known, for a minute', () => {
      const unknown = { sweepGas: undefined, isSweepOpen: true };
      expect(paid(swept({ ...unknown, waitedMs: 59_999 }))).toMatchObject({ type: 'wait' });
      expect(paid(swept({ ...unknown, waitedMs: 60_000 }))).toMatchObject({
        intent: { amount: 999n },
      });
    });

    it('comes off as it was on another chain than the quoted one', () => {
      const spend = swept({ sweepGas: 250_000_000_000n });
      expect(paid(spend)).toMatchObject({ intent: { amount: 499n } });
      expect(paid(onQuoted(spend))).toMatchObject({ intent: { amount: 599n } });
    });

    it('leaves one unit at least, and nothing for reverted calls then', () => {
      const sweepGas = 10n ** 12n;
      const terms = { ...quoted, depositGas: sweepGas.toString() };
      const decision = paid(swept({ sweepGas, executionTerms: { appFees: [], quoted: terms } }));
      expect(decision).toMatchObject({ type: 'pay', intent: { amount: 1n } });
      expect(decision).not.toHaveProperty('source.chargedGas');
    });
  });

  describe("the gas of the payer's own reverted calls", () => {
    const call = '0x12';
    const quoted = { gas: '1000000000000', nativeUsdE12: (2_000n * 10n ** 12n).toString() };
    const burnt = (changes: Partial<DuePayout> = {}): DuePayout => {
      const spend = due({
        settlement: fillSettlement,
        revertedGas: 200_000_000_000n,
        executionTerms: { appFees: [], quoted: { ...quoted, minimum: '1' } },
        ...changes,
      });
      const { order } = spend;
      return { ...spend, order: { ...order, output: { ...order.output, calls: [call] } } };
    };
    const { context } = createChainContext();
    const refunded = (spend: DuePayout) => planRefund(context, spend, budget());

    it('comes off its refund, at the price of the quote', () => {
      // 2 * 10^11 at 2,000 USD are 400 units of USDC; the gas of the refund is one.
      expect(refunded(burnt())).toMatchObject({
        type: 'pay',
        intent: { amount: 1_000n - 1n - 400n },
        source: { chargedGas: 200_000_000_000n },
      });
    });

    it('comes off no further than the quote charged for gas', () => {
      const terms = { gas: '100000000000', nativeUsdE12: quoted.nativeUsdE12, minimum: '1' };
      expect(refunded(burnt({ executionTerms: { appFees: [], quoted: terms } }))).toMatchObject({
        intent: { amount: 1_000n - 1n - 200n },
        source: { chargedGas: 100_000_000_000n },
      });
    });

    it('leaves one unit at least, and counts only what was taken', () => {
      const decision = refunded(burnt({ revertedGas: 10n ** 12n }));
      expect(decision).toMatchObject({
        intent: { amount: 1n },
        // 998 of the 2,000 units that it is worth.
        source: { chargedGas: 499_000_000_000n },
      });
    });

    it.each([
      [
        'whose fill was made of the solver alone',
        (spend: DuePayout) => ({ ...spend, order: due().order }),
      ],
      ['of which nothing reverted', (spend: DuePayout) => ({ ...spend, revertedGas: 0n })],
      [
        'that does not tell how it was quoted',
        (spend: DuePayout) => ({ ...spend, executionTerms: undefined }),
      ],
      [
        'paid beside the order',
        (spend: DuePayout) => ({ ...spend, job: { ...spend.job, leg: '1:0xb:0' } }),
      ],
    ] as const)('is nothing for a deposit %s', (_, changed) => {
      const decision = refunded(changed(burnt()));
      expect(decision).toMatchObject({ type: 'pay', intent: { amount: 999n } });
      expect(decision).not.toHaveProperty('source.chargedGas');
    });

    it('comes off where it was a delegation, or the code of its recipient', () => {
      const plain = { ...burnt(), order: due().order };
      const terms = { ...plain.executionTerms!, authorizations: [] };
      expect(refunded({ ...plain, executionTerms: terms })).toMatchObject({
        intent: { amount: 599n },
      });
      const [payment] = plain.order.output.payments;
      const payments = [{ ...payment!, currency: fakeNative }];
      const native = {
        ...plain,
        order: { ...plain.order, output: { ...plain.order.output, payments } },
      };
      expect(refunded(native)).toMatchObject({ intent: { amount: 999n } });
      const { chain } = context;
      const coded = { ...chain, gas: { ...chain.gas, runsCode: () => true } };
      expect(
        planRefund({ ...context, chains: createChains([coded]) }, native, budget()),
      ).toMatchObject({ intent: { amount: 599n } });
    });
  });

  it('waits for gas and for prices', () => {
    const { context } = createChainContext();
    expect(planRefund(context, due(), createBudget([]))).toMatchObject({ type: 'wait' });
    expect(planRefund({ ...context, prices: () => undefined }, due(), budget())).toMatchObject({
      type: 'wait',
    });
  });
});
