import { failReasons, type OrderData } from '@portage/core';
import type { DepositFact, OrderFacts, SettlementFact } from './readOrderFacts.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDepositHistory } from './depositHistory.js';
import {
  judgeDeposit,
  type FinalDeposit,
  type Promised,
  type DepositOutcome,
} from './judgeDeposit.js';

const fillBy = 1_700_000_000_000;
const ours = { isOurs: true, isPayable: true };

function orderOf(amount: bigint): OrderData {
  const refund = (chainId: string, currency: string) => ({
    chainId,
    recipient: 'alice',
    currency,
    minimumAmount: '0',
    deadline: 0,
    extraData: '0x',
  });
  return {
    version: 'v1',
    solverChainId: 'one',
    solver: 'solver',
    salt: '0x1',
    inputs: [
      {
        payment: { chainId: 'one', currency: 'usdc', amount: amount.toString(), weight: '1' },
        refunds: [refund('one', 'usdc'), refund('two', 'weth')],
      },
    ],
    output: { chainId: 'two', payments: [], calls: [], deadline: 0, extraData: '0x' },
    fees: [],
  };
}

function factsOf(changes: Partial<OrderFacts> = {}): OrderFacts {
  return {
    orderId: 'order',
    payer: 'alice',
    fillBy,
    allowsLate: false,
    keepsSurplus: false,
    order: orderOf(1_000n),
    deposits: [],
    settlements: [],
    filled: false,
    ...changes,
  };
}

function depositOf(changes: Partial<FinalDeposit> = {}): FinalDeposit {
  return {
    key: '1:0xa:0',
    chainSlug: 'one',
    payer: 'alice',
    currency: 'usdc',
    amount: 1_000n,
    time: fillBy / 1000,
    isListed: true,
    ...changes,
  };
}

function judge(
  facts: OrderFacts | undefined,
  deposit: FinalDeposit,
  promise: Promised,
): DepositOutcome {
  return judgeDeposit(
    facts === undefined ? undefined : { facts, history: createDepositHistory(facts.deposits) },
    deposit,
    promise,
  );
}

const taken: DepositFact = { key: '1:0xb:0', state: 'final', reason: 'N/A', leg: 'main' };

describe('judgeDeposit', () => {
  it.each([
    [
      'the exact amount (D1)',
      factsOf(),
      depositOf(),
      { type: 'matched', reason: 'N/A', leg: 'main', quoted: 1_000n, excess: 0n, isLate: false },
    ],
    [
      'more (D3)',
      factsOf(),
      depositOf({ amount: 1_400n }),
      { type: 'matched', reason: 'N/A', leg: 'main', quoted: 1_000n, excess: 400n, isLate: false },
    ],
    [
      'one unit less (D2)',
      factsOf(),
      depositOf({ amount: 999n }),
      { type: 'refund', reason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL', leg: 'main' },
    ],
    [
      'less, from a stranger (D2)',
      factsOf(),
      depositOf({ amount: 999n, payer: 'mallory' }),
      { type: 'refund', reason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL', leg: '1:0xa:0' },
    ],
    [
      'the exact amount, from a stranger',
      factsOf(),
      depositOf({ payer: 'mallory' }),
      { type: 'matched', reason: 'N/A', leg: 'main', quoted: 1_000n, excess: 0n, isLate: false },
    ],
    [
      'another currency (D7)',
      factsOf(),
      depositOf({ currency: 'weth' }),
      { type: 'refund', reason: 'INCORRECT_DEPOSIT_CURRENCY', leg: 'main' },
    ],
    [
      'an unlisted token (D7)',
      factsOf(),
      depositOf({ currency: 'spam', isListed: false }),
      { type: 'suspense', reason: 'INCORRECT_DEPOSIT_CURRENCY', leg: undefined },
    ],
    [
      'the second deposit (D5)',
      factsOf({ deposits: [taken] }),
      depositOf(),
      { type: 'refund', reason: 'DOUBLE_SPEND', leg: '1:0xa:0' },
    ],
    [
      'a second later than it may (D4)',
      factsOf(),
      depositOf({ time: fillBy / 1000 + 1 }),
      { type: 'refund', reason: 'TTL_EXPIRED', leg: 'main' },
    ],
    [
      'a second later than it may, under late terms (D4)',
      factsOf({ allowsLate: true }),
      depositOf({ time: fillBy / 1000 + 1 }),
      { type: 'matched', reason: 'N/A', leg: 'main', quoted: 1_000n, excess: 0n, isLate: true },
    ],
    [
      'the last second, under late terms',
      factsOf({ allowsLate: true }),
      depositOf(),
      { type: 'matched', reason: 'N/A', leg: 'main', quoted: 1_000n, excess: 0n, isLate: false },
    ],
    [
      'less and late, under late terms',
      factsOf({ allowsLate: true }),
      depositOf({ amount: 999n, time: fillBy / 1000 + 1 }),
      { type: 'refund', reason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL', leg: 'main' },
    ],
    [
      'the least that a swap may bring',
      factsOf({ leastDeposit: 980n }),
      depositOf({ amount: 980n }),
      { type: 'matched', reason: 'N/A', leg: 'main', quoted: 980n, excess: 0n, isLate: false },
    ],
    [
      'less than a swap may bring',
      factsOf({ leastDeposit: 980n }),
      depositOf({ amount: 979n }),
      { type: 'refund', reason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL', leg: 'main' },
    ],
    [
      'more than a swap was to bring',
      factsOf({ leastDeposit: 980n }),
      depositOf({ amount: 1_001n }),
      { type: 'matched', reason: 'N/A', leg: 'main', quoted: 1_000n, excess: 1n, isLate: false },
    ],
    [
      'more than a swap was to bring, where the solver keeps the surplus',
      factsOf({ keepsSurplus: true }),
      depositOf({ amount: 1_001n }),
      { type: 'matched', reason: 'N/A', leg: 'main', quoted: 1_001n, excess: 0n, isLate: false },
    ],
    [
      'less than a swap was to bring, where the solver keeps the surplus',
      factsOf({ keepsSurplus: true }),
      depositOf({ amount: 999n }),
      { type: 'refund', reason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL', leg: 'main' },
    ],
    [
      'the other chain (D8)',
      factsOf(),
      depositOf({ chainSlug: 'two' }),
      { type: 'refund', reason: 'DEPOSIT_CHAIN_MISMATCH', leg: 'main' },
    ],
    [
      'a chain of which the order says nothing',
      factsOf(),
      depositOf({ chainSlug: 'three' }),
      { type: 'suspense', reason: 'DEPOSIT_CHAIN_MISMATCH', leg: undefined },
    ],
    [
      'an unknown order (D15)',
      undefined,
      depositOf(),
      { type: 'suspense', reason: 'UNKNOWN', leg: undefined },
    ],
  ])('of %s', (_, facts, deposit, outcome) => {
    expect(judge(facts, deposit, ours)).toEqual(outcome);
  });

  it('gives back what is paid for an order on a chain where nothing can be paid any more (D17)', () => {
    const unpayable = { ...ours, isPayable: false };
    expect(judge(factsOf(), depositOf(), unpayable)).toEqual({
      type: 'refund',
      reason: 'SOLVER_CAPACITY_EXCEEDED',
      leg: 'main',
    });
    expect(judge(factsOf(), depositOf({ payer: 'mallory' }), unpayable)).toEqual({
      type: 'refund',
      reason: 'SOLVER_CAPACITY_EXCEEDED',
      leg: '1:0xa:0',
    });
    expect(judge(factsOf({ deposits: [taken] }), depositOf(), unpayable)).toMatchObject({
      reason: 'DOUBLE_SPEND',
    });
  });

  it.each([
    ['two inputs', 2],
    ['no input', 0],
  ])('fills no order of %s, and pays its own deposit back', (_, count) => {
    const order = orderOf(1_000n);
    const [input] = order.inputs;
    const inputs = Array.from({ length: count }, () => input!);
    const outcome = judge(factsOf({ order: { ...order, inputs } }), depositOf(), ours);
    expect(outcome).toEqual(
      count === 0
        ? { type: 'suspense', reason: 'DEPOSIT_CHAIN_MISMATCH', leg: undefined }
        : { type: 'refund', reason: 'UNKNOWN', leg: 'main' },
    );
  });

  it('leaves orders of another solver in suspense (D15)', () => {
    expect(judge(factsOf(), depositOf(), { ...ours, isOurs: false })).toMatchObject({
      type: 'suspense',
      reason: 'INVALID_SIGNER',
    });
  });

  it('does not let a lost deposit or one on a leg of its own stand in the way', () => {
    const deposits: readonly DepositFact[] = [
      { ...taken, state: 'reorged' },
      { ...taken, leg: '1:0xb:0' },
    ];
    expect(judge(factsOf({ deposits }), depositOf(), ours)).toMatchObject({ type: 'matched' });
  });

  it('gives a deposit that came back after it was spent the outcome that it had', () => {
    const settlement: SettlementFact = { leg: 'main', kind: 'fill', deposit: '1:0xa:0' };
    const late = depositOf({ time: fillBy });
    expect(judge(factsOf({ settlements: [settlement] }), late, ours)).toMatchObject({
      type: 'matched',
    });
    const before: DepositFact = {
      key: '1:0xa:0',
      state: 'reorged',
      reason: 'TTL_EXPIRED',
      leg: 'main',
    };
    expect(
      judge(
        factsOf({ settlements: [{ ...settlement, kind: 'refund' }], deposits: [before] }),
        depositOf(),
        ours,
      ),
    ).toEqual({ type: 'refund', reason: 'TTL_EXPIRED', leg: 'main' });
  });

  it('asks an operator when the deposit that was paid for is lost and another one comes', () => {
    const facts = factsOf({
      settlements: [{ leg: 'main', kind: 'fill', deposit: taken.key }],
      deposits: [{ ...taken, state: 'reorged' }],
    });
    expect(judge(facts, depositOf(), ours)).toMatchObject({
      type: 'suspense',
      reason: 'DEPOSIT_REORGED',
    });
  });

  it('never adds two halves up (D6)', () => {
    const half = depositOf({ amount: 500n, payer: 'mallory' });
    const first: DepositFact = {
      key: '1:0xb:0',
      state: 'final',
      reason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
      leg: '1:0xb:0',
    };
    expect(judge(factsOf({ deposits: [first] }), half, ours)).toEqual({
      type: 'refund',
      reason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
      leg: '1:0xa:0',
    });
  });

  it('gives the main leg to at most one of any deposits, and loses no unit of any', () => {
    const deposit = fc.record({
      key: fc.uuid(),
      chainSlug: fc.constantFrom('one', 'two', 'three'),
      payer: fc.constantFrom('alice', 'mallory'),
      currency: fc.constantFrom('usdc', 'weth', 'spam'),
      amount: fc.bigInt(1n, 3_000n),
      time: fc.integer({ min: fillBy / 1000 - 2, max: fillBy / 1000 + 2 }),
      isListed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(deposit, { maxLength: 12 }), (deposits) => {
        let facts = factsOf();
        let main = 0;
        for (const one of deposits) {
          const outcome = judge(facts, one, ours);
          if (outcome.leg === 'main') main += 1;
          if (outcome.type === 'matched') expect(outcome.quoted + outcome.excess).toBe(one.amount);
          if (outcome.type === 'matched')
            expect(outcome.excess >= 0n && one.currency === 'usdc' && one.chainSlug === 'one').toBe(
              true,
            );
          expect(failReasons).toContain(outcome.reason);
          facts = {
            ...facts,
            deposits: [
              ...facts.deposits,
              { key: one.key, state: 'final', reason: outcome.reason, leg: outcome.leg },
            ],
          };
        }
        expect(main).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('judgeDeposit, through an address of the order', () => {
  const through = (changes: Partial<FinalDeposit> = {}): FinalDeposit =>
    depositOf({ payer: 'clone', ...changes });
  const open = (changes: Partial<OrderFacts> = {}): OrderFacts =>
    factsOf({ address: { address: 'clone', type: 'open' }, ...changes });
  const strict = (changes: Partial<OrderFacts> = {}): OrderFacts =>
    factsOf({ address: { address: 'clone', type: 'strict' }, ...changes });
  const requote = { type: 'requote', reason: 'N/A', leg: '1:0xa:0' };

  it.each([
    [
      'open, the quoted amount (D1)',
      open(),
      through(),
      { type: 'matched', reason: 'N/A', leg: 'main', quoted: 1_000n, excess: 0n, isLate: false },
    ],
    ['open, a unit less (D2)', open(), through({ amount: 999n }), requote],
    ['open, half (D6)', open(), through({ amount: 500n }), requote],
    ['open, more (D3)', open(), through({ amount: 1_001n }), requote],
    ['open, late (D4)', open(), through({ time: fillBy / 1000 + 1 }), requote],
    ['open, again (D5)', open({ deposits: [taken] }), through(), requote],
    ['open, another currency (D7)', open(), through({ currency: 'weth' }), requote],
    [
      'open, an unlisted token (D7)',
      open(),
      through({ currency: 'spam', isListed: false }),
      { type: 'suspense', reason: 'INCORRECT_DEPOSIT_CURRENCY', leg: undefined },
    ],
    [
      'open, on another chain (D8)',
      open(),
      through({ chainSlug: 'two' }),
      { type: 'refund', reason: 'DEPOSIT_CHAIN_MISMATCH', leg: '1:0xa:0' },
    ],
    [
      'open, on a chain of which the order says nothing (D8)',
      open(),
      through({ chainSlug: 'three' }),
      { type: 'suspense', reason: 'DEPOSIT_CHAIN_MISMATCH', leg: undefined },
    ],
    [
      'open, but deposited by somebody who did not use it',
      open(),
      depositOf({ payer: 'mallory', amount: 999n }),
      { type: 'refund', reason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL', leg: '1:0xa:0' },
    ],
    [
      'strict, the quoted amount (D1)',
      strict(),
      through(),
      { type: 'matched', reason: 'N/A', leg: 'main', quoted: 1_000n, excess: 0n, isLate: false },
    ],
    [
      'strict, a unit less (D2)',
      strict(),
      through({ amount: 999n }),
      { type: 'refund', reason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL', leg: 'main' },
    ],
    [
      'strict, half (D2)',
      strict(),
      through({ amount: 500n }),
      { type: 'refund', reason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL', leg: 'main' },
    ],
    [
      'strict, less than half, which a stranger may send (D2)',
      strict(),
      through({ amount: 499n }),
      { type: 'refund', reason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL', leg: '1:0xa:0' },
    ],
    [
      'strict, eleven parts of a hundred (D2)',
      strict(),
      through({ amount: 110n }),
      { type: 'refund', reason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL', leg: '1:0xa:0' },
    ],
    [
      'strict, little, but deposited by the payer without the address (D2)',
      strict(),
      depositOf({ amount: 110n }),
      { type: 'refund', reason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL', leg: 'main' },
    ],
    [
      'strict, more (D3)',
      strict(),
      through({ amount: 1_400n }),
      { type: 'matched', reason: 'N/A', leg: 'main', quoted: 1_000n, excess: 400n, isLate: false },
    ],
    [
      'strict, late (D4)',
      strict(),
      through({ time: fillBy / 1000 + 1 }),
      { type: 'refund', reason: 'TTL_EXPIRED', leg: 'main' },
    ],
    [
      'strict, again (D5)',
      strict({ deposits: [taken] }),
      through(),
      { type: 'refund', reason: 'DOUBLE_SPEND', leg: '1:0xa:0' },
    ],
    [
      'strict, another currency, whose units say nothing of its worth (D7)',
      strict(),
      through({ currency: 'weth', amount: 10n ** 18n }),
      { type: 'refund', reason: 'INCORRECT_DEPOSIT_CURRENCY', leg: '1:0xa:0' },
    ],
    [
      'strict, on another chain (D8)',
      strict(),
      through({ chainSlug: 'two' }),
      { type: 'refund', reason: 'DEPOSIT_CHAIN_MISMATCH', leg: '1:0xa:0' },
    ],
  ])('%s', (_, facts, deposit, outcome) => {
    expect(judge(facts, deposit, ours)).toEqual(outcome);
  });
});

describe('an address that its app disabled', () => {
  const judgeAt = (type: 'open' | 'strict', amount: bigint, changes: Partial<OrderFacts> = {}) => {
    const address = { address: 'box', type, isDisabled: true } as const;
    const facts = factsOf({ address, ...changes });
    const known = { facts, history: createDepositHistory(facts.deposits) };
    return judgeDeposit(known, depositOf({ payer: 'box', amount }), ours);
  };

  it.each(['open', 'strict'] as const)('gives back what comes to it, %s', (type) => {
    const back = { type: 'refund', reason: 'ORDER_IS_CANCELLED' };
    expect(judgeAt(type, 1_000n)).toEqual({ ...back, leg: 'main' });
    expect(judgeAt(type, 5_000n)).toEqual({ ...back, leg: 'main' });
    // Dust of a stranger does not end the order.
    expect(judgeAt(type, 1n)).toEqual({ ...back, leg: '1:0xa:0' });
  });

  it('keeps what was decided before', () => {
    const settlements: SettlementFact[] = [{ leg: 'main', kind: 'fill', deposit: '1:0xa:0' }];
    expect(judgeAt('open', 1_000n, { settlements })).toMatchObject({ type: 'matched' });
  });

  it('does not hinder the payer itself', () => {
    const address = { address: 'box', type: 'open', isDisabled: true } as const;
    const facts = factsOf({ address });
    const known = { facts, history: createDepositHistory(facts.deposits) };
    expect(judgeDeposit(known, depositOf({ amount: 1_000n }), ours)).toMatchObject({
      type: 'matched',
    });
  });
});
