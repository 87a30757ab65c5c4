import { isPortageError, systemClock, type ErrorCode, type Step } from '@portage/core';
import type { Submission, Task } from '@portage/core/executor';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signerOf, startExchange, userAt, type TestExchange } from '../../test/startExchange.js';
import {
  createExchangeExecutor,
  findAccount,
  type ExchangeExecutorOptions,
  type ExchangeSigner,
} from '../index.js';
import { executedPolicy } from '../api/index.js';
import { confirmTransfer } from './confirmTransfer.js';
import { createSentTransfers } from './createSentTransfers.js';

const signal = new AbortController().signal;
const context = { signal, onReplaced: () => undefined };
const blocksToExecution = 3;
let exchange: TestExchange;
let signer: ExchangeSigner;

beforeAll(async () => {
  exchange = await startExchange();
  signer = signerOf(userAt(exchange, 0));
});

afterAll(() => exchange.stop());

beforeEach(() => exchange.controls.setFaults());

/** A deposit of one USDC, as a task of an executor. */
function taskOf(options: Partial<ExchangeExecutorOptions> = {}, change: object = {}): Task {
  const executor = createExchangeExecutor({
    signer,
    url: exchange.url,
    circuitId: exchange.circuitId,
    pollMs: 10,
    ...options,
  });
  const parameters = {
    toAccountIndex: exchange.depository.accountIndex,
    assetIndex: 3,
    fromRouteType: 0,
    toRouteType: 0,
    amount: 1_000_000,
    usdcFee: 3_000_000,
    memo: `0x${'a1'.repeat(32)}`,
    ...change,
  };
  const item = {
    status: 'incomplete' as const,
    data: { action: { type: 'transfer', parameters } },
  };
  const step: Step = {
    id: 'deposit',
    action: '',
    description: '',
    kind: 'transaction',
    items: [item],
  };
  const task = executor.claim(item, step);
  if (task === undefined) throw new Error('The executor does not claim its item.');
  return task;
}

async function held(): Promise<bigint> {
  const account = await exchange.api.account(exchange.depository.accountIndex, signal);
  return account?.balances.find(({ routeType }) => routeType === 0)?.amount ?? 0n;
}

const fails = (work: Promise<unknown>, code: ErrorCode): Promise<void> =>
  expect(work).rejects.toSatisfy((error) => isPortageError(error, code));

const idOf = (submission: Submission): string =>
  submission.type === 'transaction' ? submission.txId : '';

describe('before anything is signed', () => {
  const silent: Partial<ExchangeSigner> = {
    signTransfer: () => Promise.reject(new Error('nobody should have asked')),
  };

  test.each<[string, ErrorCode, object]>([
    ['Q6 a fee that is not the exchange’s', 'QUOTE_EXPIRED', { usdcFee: 2_999_999 }],
    [
      'a receiver that the exchange does not know',
      'QUOTE_VERIFICATION_FAILED',
      { toAccountIndex: 6 },
    ],
    ['data that cannot be read', 'WALLET_ERROR', { amount: 0.5 }],
  ])('%s stops the transfer', async (_, code, change) => {
    await fails(taskOf({ signer: { ...signer, ...silent } }, change).submit(context), code);
  });

  test('an account of another owner stops the transfer', async () => {
    const other = { ...signer, ...silent, accountIndex: exchange.solver.accountIndex };
    await fails(taskOf({ signer: other }).submit(context), 'WALLET_ERROR');
  });
});

describe('what a signer gives back', () => {
  test.each<[string, (own: ExchangeSigner) => ExchangeSigner['signTransfer']]>([
    [
      'a signature of something else',
      (own) => (request) =>
        own.signTransfer({ ...request, transfer: { ...request.transfer, amount: 2n } }),
    ],
    [
      'no signature of the owner',
      (own) => async (request) => ({
        ...(await own.signTransfer(request)),
        ownerSignature: undefined,
      }),
    ],
    ['half a signature', () => () => Promise.resolve({ signature: new Uint8Array(40) })],
  ])('%s is not sent', async (_, sign) => {
    const nonce = await exchange.api.nextNonce(signer, signal);
    const bad = { ...signer, signTransfer: sign(signer) };
    await fails(taskOf({ signer: bad }).submit(context), 'WALLET_ERROR');
    expect(await exchange.api.nextNonce(signer, signal)).toBe(nonce);
  });
});

describe('a transfer that was sent', () => {
  test('Q9 is one transfer, also where its answer got lost', async () => {
    const before = await held();
    await exchange.controls.setFaults({ unanswered: 1 });
    const task = taskOf();
    const submission = await task.submit(context);
    await exchange.controls.mine(blocksToExecution);
    await task.confirm?.(submission, context);
    expect(await held()).toBe(before + 1_000_000n);
  });

  test('Q9 is sent again where the exchange does not know it', async () => {
    const before = await held();
    await exchange.controls.setFaults({ dropped: 1 });
    const nonce = await exchange.api.nextNonce(signer, signal);
    const task = taskOf();
    const submission = await task.submit(context);
    expect(await exchange.api.nextNonce(signer, signal)).toBe(nonce);
    const confirmed = task.confirm?.(submission, context);
    await expect.poll(() => exchange.api.nextNonce(signer, signal)).toBe(nonce + 1);
    await exchange.controls.mine(blocksToExecution);
    await confirmed;
    expect(await held()).toBe(before + 1_000_000n);
  });

  test('is compared with what was verified, its memo too, which its id does not hold', async () => {
    const compared: string[] = [];
    const noting = { ...context, onCompared: (word: string) => void compared.push(word) };
    const task = taskOf();
    const submission = await task.submit(context);
    const other = { memo: `0x${'b2'.repeat(32)}`, amount: 2_000_000 };
    const verified = taskOf({}, other);
    await expect(verified.confirm?.(submission, context)).rejects.toMatchObject({
      code: 'TRANSACTION_ALTERED',
      context: {
        differences: [
          { member: 'value', verified: '2000000', sent: '1000000' },
          { member: 'memo', verified: other.memo, sent: `0x${'a1'.repeat(32)}` },
        ],
      },
    });
    const confirmed = task.confirm?.(submission, noting);
    await exchange.controls.mine(blocksToExecution);
    await confirmed;
    expect(compared).toEqual(['same']);
  });

  test('Q9 has expired where the exchange does not know it long after its time', async () => {
    const sent = createSentTransfers();
    const txId = '88'.repeat(40);
    const waiting = { api: exchange.api, clock: systemClock, pollMs: 10, sent, compare: undefined };
    sent.add({ txId, info: '{}', expiredAt: Date.now() - 61_000 });
    await fails(confirmTransfer(waiting, txId, signal), 'TRANSACTION_EXPIRED');
    // A minute has to pass, because clocks differ.
    const stop = AbortSignal.timeout(200);
    sent.add({ txId, info: '{}', expiredAt: Date.now() - 30_000 });
    await fails(confirmTransfer(waiting, txId, stop), 'EXECUTION_ABORTED');
  });

  test.each(['failed', 'rejected'] as const)(
    'Q5 that ends as %s has not landed',
    async (status) => {
      await exchange.controls.failNext(1, status);
      const task = taskOf();
      const submission = await task.submit(context);
      await exchange.controls.mine(blocksToExecution);
      const confirmed = task.confirm?.(submission, context);
      await fails(confirmed ?? Promise.resolve(), 'TRANSACTION_REVERTED');
    },
  );

  test('Q5 has landed when it is committed, for apps that say so', async () => {
    const task = taskOf({ statuses: { ...executedPolicy, final: ['committed', 'executed'] } });
    const submission = await task.submit(context);
    await exchange.controls.mine(2);
    await task.confirm?.(submission, context);
    const found = await exchange.api.transaction(idOf(submission), signal);
    expect(found?.status).toBe('committed');
    await exchange.controls.mine(1);
  });

  test('Q5 has landed by the numbers of the exchange’s documentation, for apps that name those', async () => {
    const documented = ['failed', 'pending', 'executed', 'executed'] as const;
    await exchange.controls.setFaults({ numbers: 'documented' });
    const task = taskOf({ statuses: { numbers: documented, final: ['executed'] } });
    const submission = await task.submit(context);
    await exchange.controls.mine(1);
    const confirmed = task.confirm?.(submission, context);
    const early = await Promise.race([confirmed, delay(100, 'waits')]);
    expect(early).toBe('waits');
    await exchange.controls.mine(2);
    await confirmed;
    // By the other numbers the same transfer is none that has ended.
    const found = await exchange.api.transaction(idOf(submission), signal);
    expect(found).toMatchObject({ status: 'committed', isFinal: false });
  });

  test('of more than the account holds is INSUFFICIENT_FUNDS', async () => {
    let prompts = 0;
    const asked = {
      ...signer,
      signTransfer: (request: Parameters<typeof signer.signTransfer>[0]) => {
        prompts += 1;
        return signer.signTransfer(request);
      },
    };
    const task = taskOf({ signer: asked }, { amount: String(2n ** 59n) });
    await fails(task.submit(context), 'INSUFFICIENT_FUNDS');
    expect(prompts).toBe(0);
  });

  test('Q11 is refused while the exchange is paused', async () => {
    await exchange.controls.setFaults({ isPaused: true });
    await fails(taskOf().submit(context), 'TRANSACTION_REVERTED');
  });
});

test('an exchange that does not answer is RPC_HTTP_ERROR', async () => {
  await fails(taskOf({ url: 'http://127.0.0.1:9' }).submit(context), 'RPC_HTTP_ERROR');
});

describe('Q12 the account of a wallet', () => {
  test('is the one it owns', async () => {
    expect(await findAccount(exchange.api, signer.owner, signal)).toBe(signer.accountIndex);
  });

  test('is an error where there is none, or several', async () => {
    const nobody = `0x${'42'.repeat(20)}`;
    await fails(findAccount(exchange.api, nobody, signal), 'INVALID_ADDRESS');
    const twice = `0x${'43'.repeat(20)}`;
    await exchange.controls.openAccount(twice);
    await exchange.controls.openAccount(twice);
    await fails(findAccount(exchange.api, twice, signal), 'INVALID_ADDRESS');
  });
});
