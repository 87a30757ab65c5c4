import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ExecutionTerms } from '../../orders/requests/executionTerms.js';
import { dueFill } from '../../testing/dueFill.js';
import { shortOrder } from './shortOrder.js';

/** 900 are expected for 1000, of which 100 are fees. */
function came(
  gross: number,
  terms: Pick<ExecutionTerms, 'short'> = { short: { least: '991', fees: '100' } },
) {
  const { job } = dueFill();
  const fill = { currency: 'weth', amount: '90', excluded: ['thin'] };
  return shortOrder(
    dueFill({
      job: { ...job, amount: BigInt(gross) },
      executionTerms: { appFees: [], fill, ...terms },
    }),
  );
}

const expectedOf = (spend: ReturnType<typeof came>) =>
  Number(spend.order.output.payments[0]?.expectedAmount);

it('fills what is left after the fees, rounded down, and spends as much less', () => {
  const short = came(991);
  expect(expectedOf(short)).toBe(891);
  expect(short.executionTerms?.fill).toEqual({
    currency: 'weth',
    amount: '89',
    excluded: ['thin'],
  });
});

it('leaves a deposit alone that is whole, and one without terms', () => {
  expect(expectedOf(came(1_000))).toBe(900);
  expect(expectedOf(came(991, {}))).toBe(900);
});

it('says nothing of an amount to spend where the terms say none', () => {
  const { job } = dueFill();
  const executionTerms: ExecutionTerms = { appFees: [], short: { least: '991', fees: '100' } };
  const spend = dueFill({ job: { ...job, amount: 991n }, executionTerms });
  expect(shortOrder(spend).executionTerms).toBe(executionTerms);
  const whole = dueFill({ job: { ...job, amount: 1_000n }, executionTerms });
  expect(shortOrder(whole)).toBe(whole);
  const without = dueFill({ job: { ...job, amount: 991n } });
  expect(shortOrder(without)).toBe(without);
});

it('never fills for more than came', () => {
  const terms = fc.record({
    asked: fc.bigInt(2n, 10n ** 30n),
    fees: fc.bigInt(0n, 10n ** 30n),
    came: fc.bigInt(1n, 10n ** 30n),
    expected: fc.bigInt(1n, 10n ** 30n),
  });
  fc.assert(
    fc.property(
      terms.filter(({ asked, fees, came: gross }) => fees < gross && gross <= asked),
      ({ asked, fees, came: gross, expected }) => {
        const { order, job } = dueFill({ amountOut: expected });
        const [input] = order.inputs;
        const inputs = [{ ...input!, payment: { ...input!.payment, amount: asked.toString() } }];
        const spend = shortOrder(
          dueFill({
            order: { ...order, inputs },
            job: { ...job, amount: gross },
            executionTerms: { appFees: [], short: { least: '0', fees: fees.toString() } },
          }),
        );
        const filled = BigInt(spend.order.output.payments[0]?.expectedAmount ?? 0);
        expect(filled * (asked - fees) <= expected * (gross - fees)).toBe(true);
        expect((filled + 1n) * (asked - fees) > expected * (gross - fees)).toBe(true);
      },
    ),
  );
});
