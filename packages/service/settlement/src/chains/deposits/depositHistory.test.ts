import { createChains, type DepositEvent } from '@portage/core/chain';
import { mainLeg } from '../../kit/depositId.js';
import type { DepositFact, OrderFacts } from './readOrderFacts.js';
import { createFakeChain } from '@portage/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDepositHistory } from './depositHistory.js';
import { judgeDeposits } from './judgeDeposits.js';

const fact: fc.Arbitrary<DepositFact> = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd'),
  state: fc.constantFrom('seen', 'final', 'reorged'),
  reason: fc.constantFrom('N/A', 'DOUBLE_SPEND'),
  leg: fc.constantFrom(mainLeg, 'a', undefined),
});

it('says what a list of the newest facts says', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fact, { selector: ({ key }) => key }),
      fc.array(fact),
      (before, later) => {
        const history = createDepositHistory(before);
        let plain = before;
        for (const next of later) {
          history.set(next);
          plain = [...plain.filter(({ key }) => key !== next.key), next];
        }
        for (const key of ['a', 'b', 'c', 'd']) {
          expect(history.get(key)).toEqual(plain.find((one) => one.key === key));
          expect(history.isTaken(key)).toBe(
            plain.some((one) => one.key !== key && one.state === 'final' && one.leg === mainLeg),
          );
        }
      },
    ),
  );
});

/** Number of reads of facts while a step with as many new deposits of the same order is judged. */
function readsOf(count: number): number {
  const { chain } = createFakeChain({ id: 1, slug: 'one' });
  const facts = Array.from({ length: count }, (_, index): DepositFact => ({
    key: `1:0xold${String(index)}:0`,
    state: 'final',
    reason: 'DOUBLE_SPEND',
    leg: `1:0xold${String(index)}:0`,
  }));
  let reads = 0;
  const deposits = new Proxy(facts, {
    get: (list, name, self): unknown => {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(list, name, self);
    },
  });
  const order: OrderFacts['order'] = {
    version: 'v1',
    solverChainId: 'one',
    solver: 'solver',
    salt: '0x1',
    inputs: [],
    output: { chainId: 'one', payments: [], calls: [], deadline: 0, extraData: '0x' },
    fees: [],
  };
  const known: OrderFacts = {
    orderId: 'order',
    payer: 'alice',
    fillBy: 1,
    allowsLate: false,
    keepsSurplus: false,
    order,
    deposits,
    settlements: [],
    filled: false,
  };
  const event = (index: number): DepositEvent => ({
    type: 'deposit',
    txId: `0x${String(index)}`,
    ordinal: 0,
    height: 1,
    blockHash: '0x1',
    orderId: 'order',
    depositor: 'alice',
    payer: 'alice',
    currency: 'usdc',
    amount: 1n,
  });
  const input = {
    chain,
    chains: createChains([chain]),
    cursor: { height: 1, hash: '0x1', time: 1 },
    facts: new Map([['order', known]]),
  };
  expect(
    judgeDeposits(
      input,
      Array.from({ length: count }, (_, index) => ({
        event: event(index),
        isFinal: true,
        isEarly: false,
      })),
    ),
  ).toHaveLength(count);
  return reads;
}

it('is made once for a step, so that thousands of deposits on one order cost what thousands of orders cost', () => {
  expect(readsOf(400)).toBe(400);
});
