import type { Quote, Step } from '@portage/core';
import type { Effect } from '@portage/core/executor';
import { describe, expect, it } from 'vitest';
import {
  amount,
  approveStep,
  chains,
  depository,
  depositStep,
  makeExecutor,
  makeQuote,
  now,
  request,
  stranger,
  usdc,
  user,
} from '../../test/fixtures.js';
import { refusalOf } from '../../test/refusals.js';
import { verify } from './verify.js';

const options = { request, chains, executors: [makeExecutor()], now };

/** The honest quote with other steps. */
const quoteWith = async (steps: (orderId: string) => readonly Step[]): Promise<Quote> => {
  const quote = await makeQuote();
  return { ...quote, steps: [...steps(quote.protocol.v2!.orderId)] };
};
const done = (step: Step): Step => ({
  ...step,
  items: step.items.map((item) => ({ ...item, status: 'complete' })),
});
/** Steps whose items are those of another too. */
const together = (one: Step, two: Step): Step => ({ ...one, items: [...one.items, ...two.items] });
const unreadable = (): Step => {
  const step = approveStep();
  step.items[0]!.data['data'] = '0xdeadbeef';
  return step;
};
const verdict = async (steps: (orderId: string) => readonly Step[], appended: Step[] = []) => {
  const quote = await quoteWith(steps);
  return await refusalOf(() => verify(quote, options, appended));
};
const nothing = { check: 'effects', message: 'the quote pays nothing.' };

describe('a quote with steps that are done', () => {
  it.each<[string, (orderId: string) => readonly Step[]]>([
    ['all', (orderId) => [done(approveStep()), done(depositStep({ orderId }))]],
    ['the first', (orderId) => [done(approveStep()), depositStep({ orderId })]],
    ['one that pays', (orderId) => [done(depositStep({ orderId }))]],
    ['one that cannot be read', (orderId) => [done(unreadable()), depositStep({ orderId })]],
    [
      'one item of two',
      (orderId) => [together(done(unreadable()), approveStep()), depositStep({ orderId })],
    ],
    ['one without items', () => [{ ...approveStep(), items: [] }]],
    ['none, as there are none', () => []],
  ])('is accepted: %s', async (_, steps) => {
    expect(await verdict(steps)).toBe('accepted');
  });

  it.each<[string, readonly Step[]]>([
    ['one step that only approves', [approveStep()]],
    ['a step that only approves, after one that is done', [done(approveStep()), approveStep()]],
    ['a step that only approves, before one that is done', [approveStep(), done(approveStep())]],
    [
      'an item that only approves, after one that is done',
      [together(done(approveStep()), approveStep())],
    ],
  ])('is refused where what is left pays nothing: %s', async (_, steps) => {
    expect(await verdict(() => steps)).toEqual(nothing);
  });
});

describe('a quote that is verified by the clock of this machine', () => {
  it('is accepted before its end, and refused after', async () => {
    const quote = await makeQuote();
    expect(await refusalOf(() => verify(quote, { ...options, now: undefined }))).toBe('accepted');
    expect(await refusalOf(() => verify(quote, { ...options, now: 4e9 }))).toMatchObject({
      check: 'deadline',
    });
  });
});

describe('steps that are appended', () => {
  const policyOf = async () => {
    const quote = await makeQuote();
    const { orderId } = quote.protocol.v2!;
    return { quote, policy: await verify(quote, options), deposit: depositStep({ orderId }) };
  };

  it('may approve, and may be done', async () => {
    const { policy, deposit } = await policyOf();
    const run = () => {
      policy.checkAppended([approveStep(), done(deposit)]);
    };
    expect(await refusalOf(run)).toBe('accepted');
  });

  it.each<[string, string, (deposit: Step) => Step]>([
    ['pay a second time', 'effects', (deposit) => deposit],
    ['cannot be read', 'effects', unreadable],
    ['name another request', 'endpoint', () => ({ ...approveStep(), requestId: user })],
    [
      'show a deposit address that was not asked for',
      'deposit-address',
      () => ({ ...approveStep(), depositAddress: stranger }),
    ],
  ])('are refused that %s', async (_, check, make) => {
    const { policy, deposit } = await policyOf();
    const run = () => {
      policy.checkAppended([make(deposit)]);
    };
    expect(await refusalOf(run)).toMatchObject({ check });
  });

  it('are refused that pay a second time, where they were appended before', async () => {
    const { quote, deposit } = await policyOf();
    expect(await refusalOf(() => verify(quote, options, [approveStep()]))).toBe('accepted');
    expect(await refusalOf(() => verify(quote, options, [deposit]))).toMatchObject({
      check: 'effects',
      message: 'the money would be taken more than once.',
    });
  });

  it('are refused that no executor performs', async () => {
    const { policy } = await policyOf();
    const item = { status: 'incomplete', data: { riddle: true } } as const;
    expect(() => {
      policy.checkAppended([{ ...approveStep(), items: [item] }]);
    }).toThrow(expect.objectContaining({ code: 'NO_EXECUTOR' }));
  });
});

describe('a batch', () => {
  const batchOf = async (make: (deposit: Effect) => readonly Effect[]) => {
    const quote = await makeQuote();
    const policy = await verify(quote, options);
    const common = { chainId: 8453, currency: usdc.base, amount } as const;
    const { orderId } = quote.protocol.v2!;
    const effects = make({ ...common, type: 'deposit', depository, depositor: user, orderId });
    return await refusalOf(() => {
      policy.checkBatch(effects);
    });
  };

  it('may hold the payment that was checked before, once', async () => {
    expect(await batchOf((deposit) => [deposit])).toBe('accepted');
    expect(await batchOf((deposit) => [deposit, deposit])).toMatchObject({
      check: 'effects',
      message: 'the money would be taken more than once.',
    });
  });

  it('is refused with an effect that no item had', async () => {
    const unknown = { type: 'unknown', chainId: 8453, reason: 'a riddle' } as const;
    expect(await batchOf((deposit) => [deposit, unknown])).toMatchObject({ check: 'effects' });
  });
});
