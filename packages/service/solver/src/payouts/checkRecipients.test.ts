import { PortageError } from '@portage/core';
import type { PaymentIntent, Recipients, RecipientState } from '@portage/core/chain';
import { dueFill } from '@portage/settlement/testing';
import type { DecidedPayout } from '@portage/settlement';
import { fakeAddress } from '@portage/testing';
import { describe, expect, it } from 'vitest';
import { createChainContext } from '../../test/createChainContext.js';
import { checkRecipients } from './checkRecipients.js';

const fill: PaymentIntent = {
  type: 'fill',
  orderId: 'order',
  currency: fakeAddress('usdc'),
  recipient: fakeAddress('bob'),
  amount: 1_000n,
  calls: [],
};
const refund: PaymentIntent = {
  type: 'refund',
  orderId: 'order',
  depositor: fakeAddress('alice'),
  currency: fill.currency,
  recipient: fakeAddress('carol'),
  amount: 1_000n,
  key: 'order:main',
};
const refusal = new PortageError('INVALID_RECIPIENT');

function paying(intent: PaymentIntent, waitedMs = 3_600_000): DecidedPayout {
  return {
    spend: dueFill({ waitedMs }),
    decision: {
      type: 'pay',
      intent,
      source: { credit: { asset: '1:usdc', amount: 1n }, solver: 'solver' },
      gasReserve: 0n,
      isRewrite: false,
    },
  };
}

function setUp(confirm?: Recipients['confirm']) {
  const { context } = createChainContext();
  const recipients =
    confirm === undefined ? {} : { recipients: { ask: () => fine, confirm } satisfies Recipients };
  return { ...context, chain: { ...context.chain, ...recipients } };
}
const fine: RecipientState = { rent: 0n, least: 0n };
const says =
  (state: Partial<RecipientState>): Recipients['confirm'] =>
  (payments) =>
    Promise.resolve(payments.map(() => ({ ...fine, ...state })));

async function decide(
  context: ReturnType<typeof setUp>,
  ...decided: readonly DecidedPayout[]
): Promise<readonly unknown[]> {
  return (await checkRecipients(context, decided)).map(({ decision }) => decision);
}

describe('checkRecipients', () => {
  it('asks about all payments and refunds at once, and lets those pass that can be paid', async () => {
    const asked: unknown[] = [];
    const context = setUp((payments) => {
      asked.push(payments);
      return says({})(payments);
    });
    const decided = [paying(fill), paying(refund)];
    expect(await checkRecipients(context, decided)).toBe(decided);
    expect(asked).toEqual([[fill, refund]]);
  });

  it('gives back what would be swallowed, and keeps a refund for its owner', async () => {
    expect(await decide(setUp(says({ refusal })), paying(fill), paying(refund))).toEqual([
      { type: 'refund', reason: 'TRANSFER_FAILED' },
      { type: 'unpayable', reason: 'MANUAL_REFUND_REQUIRED' },
    ]);
  });

  it('judges by the address alone where the chain reads no accounts', async () => {
    const toToken = { ...refund, recipient: fakeAddress('usdc') };
    expect(await decide(setUp(), paying(toToken), paying(refund))).toMatchObject([
      { type: 'unpayable', reason: 'MANUAL_REFUND_REQUIRED' },
      { type: 'pay' },
    ]);
  });

  it('opens no account that the order did not pay for', async () => {
    const closed = says({ rent: 2_039_280n });
    const context = setUp(closed);
    expect(
      await decide(context, paying(fill, 0), paying(fill, 30_000), paying(refund, 0)),
    ).toMatchObject([
      { type: 'wait', reason: 'the recipient closed its account' },
      { type: 'refund', reason: 'INSUFFICIENT_FUNDS_FOR_RENT' },
      { type: 'pay' },
    ]);
    expect(await decide(context, paying({ ...fill, opensAccount: true }))).toMatchObject([
      { type: 'pay' },
    ]);
  });

  it('signs nothing that is too little for a new account', async () => {
    const context = setUp(says({ least: 1_001n }));
    expect(await decide(context, paying(fill), paying(refund))).toEqual([
      { type: 'refund', reason: 'TRANSFER_FAILED' },
      { type: 'unpayable', reason: 'AMOUNT_TOO_LOW_TO_REFUND' },
    ]);
    expect(await decide(setUp(says({ least: 1_000n })), paying(fill))).toMatchObject([
      { type: 'pay' },
    ]);
  });

  it('signs nothing while it cannot ask, and gives nothing back for that', async () => {
    const context = setUp(() => Promise.reject(new Error('no endpoint')));
    expect(await decide(context, paying(fill))).toMatchObject([{ type: 'wait' }]);
  });
});
