import { isPortageError, type Step, type StepItem } from '@portage/core';
import type { Executor, Task, TaskContext } from '@portage/core/executor';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExecutorFixture, ExecutorItem } from './fixtures.js';

/**
 * Checks that an executor keeps the contract of `Executor`: it claims its own items and nothing
 * else, tells their exact effects without asking the wallet, submits, confirms, and stops when the
 * signal aborts. Call it in a test file.
 *
 * @example
 * ```ts
 * testExecutor('fake', async () => createFakeExecutorFixture());
 * ```
 */
export function testExecutor(name: string, make: () => Promise<ExecutorFixture>): void {
  describe(`executor ${name}`, () => {
    let fixture: ExecutorFixture;
    let untouched: string;
    beforeAll(async () => {
      fixture = await make();
      untouched = textOf(fixture.items);
    });
    afterAll(async () => {
      await fixture.close();
    });
    describeClaims(() => fixture);
    describeWork(() => fixture);
    describeEnds(() => fixture);

    test('has not changed any item or step', () => {
      expect(textOf(fixture.items)).toBe(untouched);
    });
  });
}

function describeClaims(current: () => ExecutorFixture): void {
  test('has one address, in its canonical form', async () => {
    const { executor } = current();
    const address = await executor.address();
    expect(await executor.address()).toBe(address);
    if (executor.codec !== undefined)
      expect(executor.codec.normalizeAddress(address)).toBe(address);
  });

  test('claims its own items', () => {
    const { executor, items } = current();
    expect(items.length).toBeGreaterThan(0);
    for (const { name, item, step } of items)
      expect(executor.claim(item, step), name).toBeDefined();
  });

  test('leaves items of others alone, whatever they look like', () => {
    const { executor, foreign, items } = current();
    expect(foreign.length).toBeGreaterThan(0);
    for (const { name, item, step } of foreign)
      expect(executor.claim(item, step), name).toBeUndefined();
    for (const { step } of items)
      expect(
        executor.claim({ status: 'incomplete', data: {} }, step),
        'an item without data',
      ).toBeUndefined();
  });

  test('says exactly what an item does, every time, without the wallet', () => {
    const { executor, items, requests } = current();
    const before = requests();
    for (const { name, item, step, effects } of items) {
      const task = claim(executor, item, step);
      expect(task.effects(), name).toEqual(effects);
      expect(task.effects(), `${name}, asked again`).toEqual(effects);
      expect(
        claim(executor, structuredClone(item), structuredClone(step)).effects(),
        `a copy of ${name}`,
      ).toEqual(effects);
    }
    expect(requests()).toBe(before);
  });
}

function describeWork(current: () => ExecutorFixture): void {
  test('a declined request is WALLET_REJECTED and sends nothing', async () => {
    const { executor, declineNext, items } = current();
    const { item, step } = first(items);
    declineNext();
    await expect(claim(executor, item, step).submit(context())).rejects.toSatisfy((error) =>
      isPortageError(error, 'WALLET_REJECTED'),
    );
  });

  test('an aborted task does not ask the wallet', async () => {
    const { executor, items, requests } = current();
    const { item, step } = first(items);
    const before = requests();
    await expect(
      claim(executor, item, step).submit(context(AbortSignal.abort())),
    ).rejects.toThrow();
    expect(requests()).toBe(before);
  });

  test('submits each item once and confirms it when it is part of the chain', async () => {
    const { executor, items, mine, requests } = current();
    for (const { name, item, step } of items) {
      const before = requests();
      const task = claim(executor, item, step);
      const submission = await task.submit(context());
      expect(requests() - before, `requests for ${name}`).toBe(1);
      expect(submission.type, name).toBe(step.kind);
      if (submission.type === 'transaction') {
        expect(
          executor.codec?.normalizeTransactionId(submission.txId) ?? submission.txId,
          name,
        ).toBe(submission.txId);
        await Promise.all([task.confirm?.(submission, context()), mine()]);
      } else {
        expect(submission.signature, name).toMatch(/\S/);
      }
    }
  });
}

function describeEnds(current: () => ExecutorFixture): void {
  test('a transaction that fails on the chain is TRANSACTION_REVERTED', async ({ skip }) => {
    const { executor, reverting, mine } = current();
    if (reverting === undefined) return skip('the fixture has no such item');
    const task = claim(executor, reverting.item, reverting.step);
    const submission = await task.submit(context());
    if (task.confirm === undefined) return skip('the executor does not confirm');
    await Promise.all([
      expect(task.confirm(submission, context())).rejects.toSatisfy((error) =>
        isPortageError(error, 'TRANSACTION_REVERTED'),
      ),
      mine(),
    ]);
  });

  test('waiting for a transaction that never comes ends with the signal', async ({ skip }) => {
    const { executor, items, unknownTransactionId } = current();
    const found = items.find(({ step }) => step.kind === 'transaction');
    const [effect] = found?.effects ?? [];
    const task = found === undefined ? undefined : claim(executor, found.item, found.step);
    if (task?.confirm === undefined || effect === undefined)
      return skip('the executor does not confirm');
    const stop = new AbortController();
    const waiting = expect(
      task.confirm(
        { type: 'transaction', chainId: effect.chainId, txId: unknownTransactionId },
        context(stop.signal),
      ),
    ).rejects.toThrow();
    stop.abort();
    await waiting;
  });
}

function textOf(items: readonly ExecutorItem[]): string {
  return JSON.stringify(items.map(({ item, step }) => [item, step]));
}

function claim(executor: Executor, item: StepItem, step: Step): Task {
  const task = executor.claim(item, step);
  if (task === undefined) throw new Error('The executor does not claim one of its own items.');
  return task;
}

function first(items: readonly ExecutorItem[]): ExecutorItem {
  const [item] = items;
  if (item === undefined) throw new Error('The fixture has no items.');
  return item;
}

function context(signal: AbortSignal = new AbortController().signal): TaskContext {
  return { signal, onReplaced: () => undefined };
}
