import { isPortageError } from '@portage/core';
import type { Effect } from '@portage/core/executor';
import { describe, expect, test } from 'vitest';
import type { OpenFixture } from './fixtures.js';
import {
  bringsDeposit,
  depositsFor,
  depositsOf,
  eventsOf,
  follow,
  makeDeposit,
  randomId,
  requestIdFor,
} from './vmSession.js';

/**
 * Tests of deposits: the steps, their effects in a wallet, and the events of the chain afterwards.
 */
export function testDeposits(current: () => OpenFixture): void {
  describe('deposits', () => {
    test('offers steps that do what the order says and nothing else', async ({ skip }) => {
      const { fixture, chain } = current();
      if (chain.deposit === undefined) return skip('the chain takes no deposits');
      const payer = await fixture.executor.address();
      for (const currency of fixture.currencies) {
        const orderId = randomId();
        const input = {
          requestId: requestIdFor(chain, orderId),
          orderId,
          payer,
          currency,
          amount: fixture.amount(currency),
        };
        const deposits = await depositsFor(chain, input);
        const steps = deposits.steps(input);
        expect(deposits.steps(input), 'the same input').toEqual(steps);
        const effects = steps.flatMap((step) =>
          step.items.flatMap((item): readonly Effect[] => {
            const task = fixture.executor.claim(item, step);
            expect(task, `the item of step ${step.id} is claimed`).toBeDefined();
            return task?.effects() ?? [];
          }),
        );
        const { depository } = chain.deposit;
        expect(effects.filter(({ type }) => type === 'deposit')).toEqual([
          {
            type: 'deposit',
            chainId: chain.id,
            depository,
            currency,
            amount: input.amount,
            orderId: input.orderId,
            depositor: payer,
          },
        ]);
        for (const effect of effects.filter(({ type }) => type !== 'deposit')) {
          expect(effect).toEqual({
            type: 'approval',
            chainId: chain.id,
            spender: depository,
            currency,
            amount: input.amount,
          });
        }
        expect(steps.at(-1)?.items.at(-1)?.check, 'the last item can be checked').toBeDefined();
      }
    });

    test('tells each deposit once, exactly as it arrived', async ({ skip }) => {
      const { fixture, chain } = current();
      if (chain.deposit === undefined) return skip('the chain takes no deposits');
      const { depository } = chain.deposit;
      for (const currency of fixture.currencies) {
        const before = await chain.balances.read(depository, currency);
        const made = await makeDeposit(fixture, chain, currency);
        expect(await chain.balances.read(depository, currency)).toBe(before + made.amount);
        const updates = await follow(chain, [], bringsDeposit(made.orderId));
        const deposits = depositsOf(eventsOf(updates), made.orderId);
        const { orderId, amount, payer, txId } = made;
        expect(deposits).toEqual([
          {
            type: 'deposit',
            orderId,
            currency,
            amount,
            payer,
            depositor: payer,
            txId,
            ordinal: 0,
            height: deposits[0]?.height,
            blockHash: deposits[0]?.blockHash,
          },
        ]);
        expect(
          updates
            .flatMap((update) => (update.type === 'advance' ? update.blocks : []))
            .map(({ height }) => height),
        ).toContain(deposits[0]?.height);
        expect(await chain.observe.trace(txId)).toEqual(deposits);
      }
    });

    test('cannot trace a transaction that does not exist', async () => {
      const { fixture, chain } = current();
      await expect(chain.observe.trace(fixture.unknownTransactionId)).rejects.toSatisfy((error) =>
        isPortageError(error, 'UNKNOWN_TRANSACTION'),
      );
    });

    test('confirms what happened, and no variation of it', async ({ skip }) => {
      const { fixture, chain } = current();
      const [currency] = fixture.currencies;
      if (chain.deposit === undefined || currency === undefined)
        return skip('the chain takes no deposits');
      const { orderId } = await makeDeposit(fixture, chain, currency);
      const [deposit] = depositsOf(
        eventsOf(await follow(chain, [], bringsDeposit(orderId))),
        orderId,
      );
      if (deposit === undefined) throw new Error('The deposit was awaited.');
      const lies = [
        { ...deposit, amount: deposit.amount + 1n },
        { ...deposit, orderId: randomId() },
        { ...deposit, txId: fixture.unknownTransactionId },
        { ...deposit, ordinal: deposit.ordinal + 1 },
      ];
      expect(await chain.observe.confirm([deposit, ...lies])).toEqual([
        true,
        ...lies.map(() => false),
      ]);
    });
  });
}
