import type { OrderData } from '@portage/core';
import type { Chain, DepositEvent } from '@portage/core/chain';
import { describe, expect, it } from 'vitest';
import { judgeDeposits, type JudgeInput, type ReportedDeposit } from './judgeDeposits.js';
import type { OrderFacts } from './readOrderFacts.js';

const time = 1_700_000_000;
const usdc = { address: 'usdc', symbol: 'USDC', decimals: 6 };

/** A chain as far as deposits are judged by it. */
function chainOf(id: number, slug: string, changes: object = {}): Chain {
  return {
    id,
    slug,
    spend: { sender: `sender-${slug}` },
    assets: [usdc],
    info: { solverAddresses: [`opening-${slug}`], protocol: { v2: { chainId: slug } } },
    ...changes,
    // What a judge does not read is left out.
  } as unknown as Chain;
}

function orderOf(changes: Partial<OrderData> = {}): OrderData {
  const refund = { recipient: 'alice', minimumAmount: '0', deadline: 0, extraData: '0x' };
  return {
    version: 'v1',
    solverChainId: 'one',
    solver: 'sender-one',
    salt: '0x1',
    inputs: [
      {
        payment: { chainId: 'one', currency: 'usdc', amount: '1000', weight: '1' },
        refunds: [{ ...refund, chainId: 'one', currency: 'usdc' }],
      },
    ],
    output: { chainId: 'two', payments: [], calls: [], deadline: 0, extraData: '0x' },
    fees: [],
    ...changes,
  };
}

const factsOf = (changes: Partial<OrderFacts> = {}): OrderFacts => ({
  orderId: 'order',
  payer: 'alice',
  fillBy: time * 1_000,
  allowsLate: false,
  keepsSurplus: false,
  order: orderOf(),
  deposits: [],
  settlements: [],
  filled: false,
  ...changes,
});

const event = (changes: Partial<DepositEvent> = {}): DepositEvent =>
  ({
    type: 'deposit',
    orderId: 'order',
    txId: '0xa',
    ordinal: 0,
    payer: 'alice',
    currency: 'usdc',
    amount: 1_000n,
    ...changes,
  }) as DepositEvent;

const told = (changes: Partial<ReportedDeposit> = {}): ReportedDeposit => ({
  event: event(),
  isFinal: true,
  isEarly: false,
  ...changes,
});

interface Scene {
  readonly facts?: OrderFacts;
  readonly one?: object;
  readonly two?: object;
  readonly time?: number;
}

function judge(deposits: readonly ReportedDeposit[], scene: Scene = {}) {
  const [one, two] = [chainOf(1, 'one', scene.one), chainOf(2, 'two', scene.two)];
  const input = {
    chain: one,
    chains: { all: [two, one] },
    cursor: { time: scene.time ?? time },
    facts: new Map([['order', scene.facts ?? factsOf()]]),
  } as unknown as JudgeInput;
  return judgeDeposits(input, deposits);
}

const outcomeOf = (scene: Scene) => judge([told()], scene)[0]?.outcome;
const matched = { type: 'matched', leg: 'main', excess: 0n, isLate: false };

describe('judgeDeposits', () => {
  it('names each deposit, and gives one that is final its outcome', () => {
    expect(judge([told()])).toEqual([
      {
        event: event(),
        key: '1:0xa:0',
        facts: factsOf(),
        outcome: { ...matched, reason: 'N/A', quoted: 1_000n },
        takesMain: true,
        isEarly: false,
      },
    ]);
  });

  it('shows one that waits, and decides nothing', () => {
    expect(judge([told({ isFinal: false })])).toMatchObject([
      { outcome: undefined, takesMain: true, isEarly: false },
    ]);
    const faulty = told({ isFinal: false, event: event({ payer: 'bob', amount: 1n }) });
    expect(judge([faulty])).toMatchObject([{ outcome: undefined, takesMain: false }]);
  });

  it('judges each by those before it', () => {
    const second = told({ event: event({ txId: '0xb' }) });
    expect(judge([told(), second])).toMatchObject([
      { outcome: matched },
      { outcome: { type: 'refund', reason: 'DOUBLE_SPEND', leg: '1:0xb:0' }, takesMain: false },
    ]);
    expect(judge([told({ isFinal: false }), second])).toMatchObject([
      { outcome: undefined },
      { outcome: matched },
    ]);
  });

  it('leaves out what it judged before, in this step or an earlier one', () => {
    expect(judge([told(), told()])).toHaveLength(1);
    const state = (state: 'seen' | 'final') =>
      factsOf({ deposits: [{ key: '1:0xa:0', state, reason: 'N/A', leg: 'main' }] });
    expect(judge([told()], { facts: state('final') })).toEqual([]);
    expect(judge([told()], { facts: state('seen') })).toHaveLength(1);
  });

  it('knows nothing of an order that it never quoted', () => {
    const strange = told({ event: event({ orderId: 'none' }) });
    expect(judge([strange])).toMatchObject([
      { outcome: { type: 'suspense', reason: 'UNKNOWN' }, facts: undefined, takesMain: false },
    ]);
    expect(judge([strange, strange])).toHaveLength(2);
  });

  it('keeps what is in no listed currency in suspense', () => {
    const odd = told({ event: event({ currency: 'odd' }) });
    expect(judge([odd])).toMatchObject([
      { outcome: { type: 'suspense', reason: 'INCORRECT_DEPOSIT_CURRENCY' } },
    ]);
  });

  it('judges by the time of the chain', () => {
    expect(outcomeOf({ time: time + 1 })).toMatchObject({ type: 'refund', reason: 'TTL_EXPIRED' });
  });
});

describe('a deposit for which an app stands good', () => {
  const early = told({ isEarly: true });

  it('counts where it fills its order as quoted', () => {
    expect(judge([early])).toMatchObject([{ outcome: matched, isEarly: true }]);
    expect(judge([{ ...early, isFinal: false }])).toMatchObject([
      { outcome: undefined, isEarly: false },
    ]);
  });

  it.each([
    ['it brings more', { ...early, event: event({ amount: 1_001n }) }, {}],
    ['it is late', early, { time: time + 1, facts: factsOf({ allowsLate: true }) }],
    ['it is faulty', { ...early, event: event({ amount: 999n }) }, {}],
  ])('waits where %s', (_, deposit, scene) => {
    expect(judge([deposit], scene)).toMatchObject([{ outcome: undefined, isEarly: false }]);
    expect(judge([{ ...deposit, isEarly: false }], scene)[0]?.outcome).toBeDefined();
  });

  it('leaves the main leg to the next while it waits', () => {
    const more = { ...early, event: event({ amount: 1_001n }) };
    const next = told({ event: event({ txId: '0xb' }) });
    expect(judge([more, next])).toMatchObject([{ outcome: undefined }, { outcome: matched }]);
  });
});

describe('a promise of ours', () => {
  const signedBy = (solver: string, changes: Partial<OrderData> = {}) =>
    factsOf({ order: orderOf({ solver, ...changes }) });

  it('is signed by the account that the chain names, or by the solver', () => {
    const info = {
      solverAddresses: [],
      protocol: { v2: { chainId: 'one', orderSigner: 'signer' } },
    };
    expect(outcomeOf({ one: { info }, facts: signedBy('signer') })).toMatchObject(matched);
    expect(outcomeOf({ one: { info } })).toMatchObject(matched);
    expect(outcomeOf({ one: { info }, facts: signedBy('sender-two') })).toMatchObject({
      type: 'suspense',
      reason: 'INVALID_SIGNER',
    });
  });

  it('is of a chain that is there', () => {
    const facts = signedBy('sender-one', { solverChainId: 'gone' });
    expect(outcomeOf({ facts })).toMatchObject({ type: 'suspense', reason: 'INVALID_SIGNER' });
  });

  it('can be kept where somebody pays on the destination', () => {
    const refused = { type: 'refund', reason: 'SOLVER_CAPACITY_EXCEEDED', leg: 'main' };
    expect(outcomeOf({ two: { spend: undefined } })).toMatchObject(refused);
    const gone = { chainId: 'gone', payments: [], calls: [], deadline: 0, extraData: '0x' };
    expect(outcomeOf({ facts: signedBy('sender-one', { output: gone }) })).toMatchObject(refused);
  });

  it('is kept later where the destination is not open yet', () => {
    const opening = { spend: undefined, opening: {} };
    expect(outcomeOf({ two: opening })).toMatchObject(matched);
    expect(outcomeOf({ two: { ...opening, info: { solverAddresses: [] } } })).toMatchObject({
      type: 'refund',
      reason: 'SOLVER_CAPACITY_EXCEEDED',
    });
  });
});
