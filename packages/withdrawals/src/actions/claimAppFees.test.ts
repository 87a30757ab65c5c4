import { bytesToHex, PortageError, type ErrorCode } from '@portage/core';
import type { Transport } from '@portage/core/executor';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { claimDigest } from '../claimDigest.js';
import type { ClaimMessage } from '../claimMessage.js';
import { claimAppFees } from './claimAppFees.js';

const terms = {
  wallet: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  chainId: 8453,
  currency: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  recipient: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
};
const other = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';
const message: ClaimMessage = {
  ...terms,
  claimId: `0x${'ab'.repeat(32)}`,
  amount: '1000000',
  expiresAt: 1_800_000_000,
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_799_999_100_000 }));
afterEach(() => void vi.useRealTimers());

/** Answer of a service that has `message` signed, as the bytes of `signed` where that is given. */
async function answerOf(claim: ClaimMessage, signed = claim) {
  const sign = { signatureKind: 'eip191', message: bytesToHex(claimDigest(signed)) };
  const post = { body: { kind: 'claim', requestId: claim.claimId } };
  return {
    steps: [{ id: 'authorize', kind: 'signature', items: [{ data: { sign, post, claim } }] }],
  };
}

/** Claims from a service with these answers; sending the signature fails so, one after another. */
async function claimFrom(answer: unknown, amount?: string, failures: readonly ErrorCode[] = []) {
  const digests: string[] = [];
  const posted: unknown[] = [];
  const call: Transport['call'] = async (name, { body, query }) => {
    if (name === 'appFeeClaim') return answer;
    if (name === 'executePermits') {
      const code = failures[posted.length];
      posted.push({ body, query });
      if (code !== undefined) throw new PortageError(code, { message: 'It failed.' });
    }
    return { status: 'success', txHashes: ['0x01'] };
  };
  const signDigest = async (digest: Uint8Array): Promise<string> => {
    digests.push(bytesToHex(digest));
    return '0x51';
  };
  const ended = await claimAppFees(
    { call },
    { ...terms, amount },
    { executor: { vm: 'evm', signDigest } },
  ).catch((error: unknown) => error);
  return { ended, digests, posted };
}

test('a claim is signed over the bytes that were worked out here, and sent by its id', async () => {
  const { ended, digests, posted } = await claimFrom(await answerOf(message), '1000000');
  expect(ended).toMatchObject({ claimId: message.claimId, status: { status: 'success' } });
  expect(digests).toEqual([bytesToHex(claimDigest(message))]);
  expect(posted).toEqual([
    { body: { kind: 'claim', requestId: message.claimId }, query: { signature: '0x51' } },
  ]);
});

test('a claim whose answer was lost is asked for again, and is the same claim', async () => {
  const answer = await answerOf(message);
  const lost = await claimFrom(answer, undefined, ['HTTP_REQUEST_FAILED', 'CLAIM_USED']);
  expect(lost.ended).toMatchObject({ claimId: message.claimId, status: { status: 'success' } });
  expect([lost.posted.length, lost.digests.length]).toEqual([2, 1]);
  expect((await claimFrom(answer, undefined, ['CLAIM_USED'])).ended).toMatchObject({
    code: 'CLAIM_USED',
  });
});

describe('P3, P13: terms that a hostile service altered are not signed', () => {
  const id = `0x${'ac'.repeat(32)}`;
  const step = (answer: Awaited<ReturnType<typeof answerOf>>, changes: object) => ({
    steps: answer.steps.map((one) => ({ ...one, ...changes })),
  });
  test.each<[string, () => Promise<unknown>]>([
    ['less than was asked for', () => answerOf({ ...message, amount: '1' })],
    ['more than was asked for', () => answerOf({ ...message, amount: '2000000' })],
    ['bytes of another amount', () => answerOf(message, { ...message, amount: '2000000' })],
    ['another recipient', () => answerOf({ ...message, recipient: other })],
    ['bytes of another recipient', () => answerOf(message, { ...message, recipient: other })],
    ['another chain', () => answerOf({ ...message, chainId: 10 })],
    ['bytes of another chain', () => answerOf(message, { ...message, chainId: 10 })],
    ['another currency', () => answerOf({ ...message, currency: other })],
    ['another wallet', () => answerOf({ ...message, wallet: other })],
    ['bytes of another claim', () => answerOf(message, { ...message, claimId: id })],
    ['bytes of another end', () => answerOf(message, { ...message, expiresAt: 1_900_000_000 })],
    ['an end in the year 2500', () => answerOf({ ...message, expiresAt: 16_725_225_600 })],
    ['an end more than a day ahead', () => answerOf({ ...message, expiresAt: 1_800_085_501 })],
    ['an id that is none', () => answerOf({ ...message, claimId: '0x51' })],
    ['no amount', () => answerOf({ ...message, amount: '' })],
    ['an amount with a sign', () => answerOf({ ...message, amount: '-1000000' })],
    ['a transaction instead', async () => step(await answerOf(message), { kind: 'transaction' })],
    ['no item', async () => step(await answerOf(message), { items: [] })],
    ['two steps', async () => ({ steps: [...(await answerOf(message)).steps, {}] })],
    ['nothing', () => Promise.resolve(undefined)],
  ])('%s', async (_, answer) => {
    const { ended, digests, posted } = await claimFrom(await answer(), '1000000');
    expect(ended).toMatchObject({ code: 'INVALID_RESPONSE' });
    expect([digests, posted]).toEqual([[], []]);
  });

  test.each([
    ['another recipient', { recipient: other }],
    ['another chain', { chainId: 10 }],
  ])('%s, where all was asked for', async (_, changes) => {
    const { ended, digests } = await claimFrom(await answerOf({ ...message, ...changes }));
    expect([ended, digests]).toMatchObject([{ code: 'INVALID_RESPONSE' }, []]);
  });
});
