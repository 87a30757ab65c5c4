import { bytesToHex } from '@portage/core';
import type { Transport } from '@portage/core/executor';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { canonicalJson } from '../canonicalJson.js';
import { claimDigest } from '../claimDigest.js';
import { withdrawalDigest } from '../withdrawalDigest.js';
import { getWithdrawalBalances } from './getWithdrawalBalances.js';
import { prepareWithdrawal } from './prepareWithdrawal.js';
import { withdraw, type WithdrawalProgress } from './withdraw.js';
import { withdrawals } from './withdrawals.js';

const terms = {
  chainId: 'base',
  ownerChainId: 'base',
  amount: '1000000',
  currency: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  owner: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  recipient: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
};
const nonce = `0x${'ab'.repeat(32)}`;
const additionalData = { fee: '1000', expiresAt: 1_800_000_000 };
const prepared = { nonce, amount: terms.amount, additionalData };
const altered = (changes: object) => ({
  ...prepared,
  additionalData: { ...additionalData, ...changes },
});
const status = (state: string) => ({
  status: state,
  transaction: null,
  withdrawal: null,
  txHash: null,
  reason: null,
});

// A quarter of an hour before what the service answers ends.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_799_999_100_000 }));
afterEach(() => void vi.useRealTimers());

type Call = Parameters<Transport['call']>;

/** A service that answers in this order, and what it was asked. */
function answering(...answers: readonly unknown[]): {
  readonly transport: Pick<Transport, 'call'>;
  readonly calls: Call[];
} {
  const calls: Call[] = [];
  const left = [...answers];
  const call: Transport['call'] = async (...asked) => {
    calls.push(asked);
    asked[1].signal?.throwIfAborted();
    return left.length > 1 ? left.shift() : left[0];
  };
  return { transport: { call }, calls };
}

/** A wallet that signs, and the digests that it was shown. */
function wallet(): {
  readonly executor: Parameters<typeof withdraw>[2]['executor'];
  readonly digests: string[];
} {
  const digests: string[] = [];
  const signDigest = async (digest: Uint8Array): Promise<string> => {
    digests.push(bytesToHex(digest));
    return '0x51';
  };
  return { executor: { vm: 'evm', signDigest }, digests };
}

describe('the digest of a withdrawal', () => {
  // SHA-256 of the text below, by another program.
  const vector = '0x9cc7490e0b838556c79390f3f129eb0b3c09f7d75150010363df73510604ccdb';

  test('is that of the canonical text (withdrawals#signature)', async () => {
    const text = `{"additionalData":{"expiresAt":1800000000,"fee":"1000"},"amount":"1000000","chainId":"base","currency":"${terms.currency}","nonce":"${nonce}","operation":"withdrawal","owner":"${terms.owner}","ownerChainId":"base","recipient":"${terms.recipient}"}`;
    expect(canonicalJson({ ...terms, nonce, additionalData, operation: 'withdrawal' })).toBe(text);
    expect(bytesToHex(withdrawalDigest({ ...terms, nonce, additionalData }))).toBe(vector);
  });

  test.each([
    ['chainId', { chainId: 'optimism' }],
    ['ownerChainId', { ownerChainId: 'optimism' }],
    ['currency', { currency: terms.owner }],
    ['amount', { amount: '1000001' }],
    ['owner', { owner: terms.recipient }],
    ['recipient', { recipient: terms.owner }],
    ['nonce', { nonce: `0x${'ac'.repeat(32)}` }],
    ['additionalData', { additionalData: { ...additionalData, fee: '1001' } }],
  ])('is another where %s is', async (_, changes) => {
    const message = { ...terms, nonce, additionalData, ...changes };
    expect(bytesToHex(withdrawalDigest(message))).not.toBe(vector);
  });

  test('is none of a claim with the same values', async () => {
    const { owner: wallet, currency, recipient, amount } = terms;
    const { expiresAt } = additionalData;
    const claim = { claimId: nonce, wallet, chainId: 8453, currency, recipient, amount, expiresAt };
    expect(bytesToHex(claimDigest(claim))).not.toBe(vector);
  });
});

describe('P13: an answer to the first call that is tampered with is not signed', () => {
  test.each([
    ['another amount', { ...prepared, amount: '1000001' }],
    ['less than was asked for', { ...prepared, amount: '1' }],
    ['a nonce that is too short', { ...prepared, nonce: '0xab' }],
    ['no nonce', { amount: terms.amount }],
    ['a number for an amount', { ...prepared, amount: 1_000_000 }],
    ['a signature in its place', { ...prepared, additionalData: 'x' }],
    ['nothing', null],
    ['a page', '<html>'],
    ['an amount with zeros before it', { ...prepared, amount: '01000000' }],
    ['no added terms', { nonce, amount: terms.amount }],
    ['no fee', { ...prepared, additionalData: { expiresAt: 1_800_000_000 } }],
    ['a fee above the amount', altered({ fee: '1000001' })],
    ['a fee of all of it', altered({ fee: terms.amount })],
    ['a fee that is dearer than a tenth', altered({ fee: '100001' })],
    ['a fee that is a number', altered({ fee: 1_000 })],
    ['a fee with a sign', altered({ fee: '-1000' })],
    ['an end in the year 2500', altered({ expiresAt: 16_725_225_600 })],
    ['an end more than a day ahead', altered({ expiresAt: 1_799_999_100 + 86_401 })],
    ['an end that is a text', altered({ expiresAt: '1800000000' })],
    ['a member that nobody knows', altered({ spender: '0xbad' })],
    ['100 kB of them', altered({ note: 'x'.repeat(100_000) })],
    ['members in a list', { ...prepared, additionalData: [additionalData] }],
  ])('%s', async (_, answer) => {
    const { executor, digests } = wallet();
    const { transport, calls } = answering(answer);
    await expect(prepareWithdrawal(transport, terms)).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
    });
    await expect(withdraw(transport, terms, { executor })).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
    });
    expect([digests, calls.length]).toEqual([[], 2]);
  });

  test('the wallet is shown what was asked for, whatever else the service adds', async () => {
    const { executor, digests } = wallet();
    const evil = { ...prepared, recipient: '0xbad', owner: '0xbad', chainId: 'optimism' };
    const { transport, calls } = answering(evil, { jobId: nonce }, status('executed'));
    await withdraw(transport, terms, { executor });
    expect(digests).toEqual([bytesToHex(withdrawalDigest({ ...terms, nonce, additionalData }))]);
    expect(calls[1]?.[1]?.body).toEqual({ ...terms, ...prepared, signature: '0x51' });
  });
});

describe('P13: the fee of a withdrawal', () => {
  test('is at most a tenth, or what the caller accepts, and less than the amount', async () => {
    for (const [fee, maxFee, isTaken] of [
      ['100000', undefined, true],
      ['100001', undefined, false],
      ['100001', '100001', true],
      ['100001', 100_000n, false],
      ['999999', 5_000_000n, true],
      ['1000000', 5_000_000n, false],
      ['1', '0', false],
      ['0', '0', true],
    ] as const) {
      const { executor, digests } = wallet();
      const { transport } = answering(altered({ fee }), { jobId: nonce }, status('executed'));
      const ended = await withdraw(transport, terms, { executor, maxFee }).catch(
        (error: unknown) => error,
      );
      expect([fee, maxFee, digests.length]).toEqual([fee, maxFee, isTaken ? 1 : 0]);
      if (!isTaken) expect(ended).toMatchObject({ code: 'INVALID_RESPONSE' });
    }
    const { transport } = answering(altered({ fee: '100001' }));
    await expect(prepareWithdrawal(transport, terms)).rejects.toMatchObject({
      hint: expect.stringContaining("maxFee: '100001'") as unknown,
    });
  });
});

describe('withdraw', () => {
  test('tells each stage, and ends where the job does', async () => {
    const seen: WithdrawalProgress[] = [];
    const { transport } = answering(
      prepared,
      { jobId: nonce },
      status('processing'),
      status('initiating'),
      status('executed'),
    );
    const ended = await withdraw(transport, terms, {
      executor: wallet().executor,
      pollMs: 1,
      onProgress: (progress) => seen.push(progress),
    });
    expect(ended).toEqual({ jobId: nonce, status: status('executed') });
    expect(seen.map(({ stage }) => stage)).toEqual([
      'prepared',
      'signed',
      'started',
      'status',
      'status',
      'status',
    ]);
    expect(seen[0]).toEqual({ stage: 'prepared', amount: terms.amount, fee: '1000' });
  });

  test('gives up waiting, and says that the job goes on', async () => {
    const { transport } = answering(prepared, { jobId: nonce }, status('processing'));
    await expect(
      withdraw(transport, terms, { executor: wallet().executor, pollMs: 1, pollsMax: 3 }),
    ).rejects.toMatchObject({
      code: 'EXECUTION_TIMED_OUT',
      message: expect.stringContaining(nonce) as string,
    });
  });

  test.each(['failed', 'expired'])('ends with a job that %s', async (state) => {
    const { transport } = answering(prepared, { jobId: nonce }, status(state));
    const { status: ended } = await withdraw(transport, terms, { executor: wallet().executor });
    expect(ended.status).toBe(state);
  });

  test('stops where it is told to: nothing more is asked, nothing is signed', async () => {
    const { executor, digests } = wallet();
    const abort = new AbortController();
    abort.abort(new Error('enough'));
    const { transport, calls } = answering(prepared);
    await expect(withdraw(transport, terms, { executor, signal: abort.signal })).rejects.toThrow(
      'enough',
    );
    expect([digests, calls.length]).toEqual([[], 1]);
  });

  test('stops while it waits', async () => {
    const abort = new AbortController();
    const { transport, calls } = answering(prepared, { jobId: nonce }, status('processing'));
    await expect(
      withdraw(transport, terms, {
        executor: wallet().executor,
        signal: abort.signal,
        pollMs: 60_000,
        onProgress: ({ stage }) => {
          if (stage === 'status') abort.abort(new Error('enough'));
        },
      }),
    ).rejects.toThrow();
    expect(calls).toHaveLength(3);
  });

  test('needs a wallet that signs digests', async () => {
    const { transport } = answering(prepared);
    await expect(withdraw(transport, terms, { executor: { vm: 'evm' } })).rejects.toMatchObject({
      code: 'NO_EXECUTOR',
    });
  });
});

describe('balances', () => {
  test('are asked for by owner and chain, page by page', async () => {
    const page = { balances: [], continuation: 'next' };
    const { transport, calls } = answering(page);
    const owner = { owner: terms.owner, ownerChainId: 8453, limit: 2, continuation: 'last' };
    expect(await getWithdrawalBalances(transport, owner)).toEqual(page);
    expect(calls[0]?.[0]).toBe('withdrawalBalances');
    expect(calls[0]?.[1]?.query).toEqual({
      recoveryAddress: terms.owner,
      ownerChainId: '8453',
      limit: '2',
      continuation: 'last',
    });
    await expect(getWithdrawalBalances(answering({}).transport, owner)).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
    });
  });

  test('and all actions are those of the plugin', () => {
    const actions = withdrawals()(answering(null).transport);
    expect(Object.keys(actions).toSorted()).toEqual([
      'executeWithdrawal',
      'getWithdrawalBalances',
      'getWithdrawalStatus',
      'prepareWithdrawal',
      'withdraw',
    ]);
  });
});
