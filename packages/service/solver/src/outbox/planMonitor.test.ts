import type { TransactionOutcome } from '@portage/core/chain';
import type { Obligation, OutboxRow } from '@portage/settlement';
import type { PayoutIntent } from '@portage/settlement/testing';
import { fakeAddress } from '@portage/testing';
import { describe, expect, it } from 'vitest';
import { createChainContext } from '../../test/createChainContext.js';
import { planMonitor, type MonitorFacts } from './planMonitor.js';

const intent: PayoutIntent = {
  type: 'fill',
  currency: fakeAddress('usdc'),
  recipient: 'bob',
  amount: '900',
  credit: { asset: '1:usdc', amount: '1000' },
  solver: 'solver',
  deadline: 2_000,
};
const payout: Obligation<'payout'> = {
  kind: 'payout',
  pays: 'fill',
  orderId: 'order',
  leg: 'main',
  deposit: { chainId: 1, txId: '0xa', ordinal: 0 },
  intent,
  gasReserved: 2n,
};
const row: OutboxRow = {
  txId: '0x1',
  place: 0,
  raw: new Uint8Array(),
  sender: 'solver',
  sequence: 4n,
  purpose: 'fill',
  state: 'sent',
  ageMs: 10,
  sentHeight: 100,
  reorgCount: 0,
  versions: 1,
  obligation: payout,
  isSeen: true,
  isFilled: true,
};

function actionOf(outcome: TransactionOutcome, facts: Partial<MonitorFacts> = {}): string {
  const { context } = createChainContext({
    transactions: { bumpAfterBlocks: 5, rebroadcastMs: 1_000 },
  });
  return planMonitor(context, {
    rows: [row],
    outcome,
    isNewest: true,
    progress: { height: 110, finalizedHeight: 90 },
    tip: { height: 102, time: 1_000 },
    isUnderpriced: false,
    isStart: false,
    ...facts,
  }).type;
}

describe('planMonitor', () => {
  it('G10: believes the end of a payment once its own event was seen', () => {
    const mined: TransactionOutcome = { status: 'mined', height: 105, gasCost: 1n };
    expect(actionOf(mined)).toBe('close');
    expect(actionOf(mined, { rows: [{ ...row, isSeen: false }] })).toBe('trace');
    const ahead = { ...mined, height: 111 };
    expect(actionOf(ahead, { rows: [{ ...row, isSeen: false }] })).toBe('none');
    expect(actionOf(ahead)).toBe('none');
    expect(actionOf(mined, { progress: undefined })).toBe('none');
    expect(actionOf({ ...mined, status: 'reverted' }, { rows: [{ ...row, isSeen: false }] })).toBe(
      'close',
    );
  });

  it('offers more at once where nodes refuse the fee, and nothing where it is too late or landed', () => {
    const refused = { isUnderpriced: true };
    expect(actionOf({ status: 'missing' }, refused)).toBe('bump');
    expect(actionOf({ status: 'missing' }, { ...refused, isNewest: false })).toBe('none');
    const late = { ...refused, tip: { height: 102, time: 2_001 } };
    expect(actionOf({ status: 'missing' }, late)).toBe('cancel');
    // A node has it all the same.
    expect(actionOf({ status: 'pending' }, refused)).toBe('none');
  });

  it('sends the same bytes again when the chain does not know them, at once after a start', () => {
    expect(actionOf({ status: 'missing' })).toBe('none');
    expect(actionOf({ status: 'missing' }, { rows: [{ ...row, ageMs: 1_000 }] })).toBe('resend');
    expect(actionOf({ status: 'missing' }, { isStart: true })).toBe('resend');
    expect(actionOf({ status: 'missing' }, { isStart: true, isNewest: false })).toBe('none');
  });

  it('does not take for dead what the chain has told of', () => {
    expect(actionOf({ status: 'replaced' })).toBe('none');
    expect(actionOf({ status: 'replaced' }, { rows: [{ ...row, isSeen: false }] })).toBe(
      'replaced',
    );
    expect(
      actionOf(
        { status: 'replaced' },
        { rows: [{ ...row, purpose: 'cancel', obligation: undefined }] },
      ),
    ).toBe('replaced');
  });

  it('outbids a fill that came back after its refund was decided, and never sends it', () => {
    const obligation: Obligation = { ...payout, pays: 'refund', gasReserved: 0n };
    const overtaken = { ...row, isSeen: false, obligation, ageMs: 5_000 };
    for (const status of ['missing', 'pending'] as const)
      expect(actionOf({ status }, { rows: [overtaken] })).toBe('cancel');
    expect(actionOf({ status: 'missing' }, { rows: [overtaken], isStart: true })).toBe('cancel');
    expect(actionOf({ status: 'missing' }, { rows: [overtaken], isNewest: false })).toBe('none');
  });

  it('L8: raises the fee when blocks pass over it, each time later', () => {
    const at = (height: number, versions: number): string =>
      actionOf(
        { status: 'pending' },
        { tip: { height, time: 1_000 }, rows: [{ ...row, versions }] },
      );
    expect([at(104, 1), at(105, 1), at(109, 2), at(110, 2)]).toEqual([
      'none',
      'bump',
      'none',
      'bump',
    ]);
  });

  it('outbids a fill that is too late by one that pays nobody', () => {
    expect(actionOf({ status: 'pending' }, { tip: { height: 105, time: 2_001 } })).toBe('cancel');
    expect(actionOf({ status: 'pending' }, { tip: { height: 105, time: 2_000 } })).toBe('bump');
  });

  it('takes the word of the chain that the sequence is used up', () => {
    expect(actionOf({ status: 'replaced' }, { rows: [{ ...row, isSeen: false }] })).toBe(
      'replaced',
    );
  });

  it('closes a transaction that pays several when each payment was seen, and asks for one that was not', () => {
    const mined: TransactionOutcome = { status: 'mined', height: 105, gasCost: 1n };
    const unseen = { ...row, isSeen: false };
    expect(actionOf(mined, { rows: [row, row, row] })).toBe('close');
    expect(actionOf(mined, { rows: [row, unseen, row] })).toBe('trace');
    expect(actionOf({ status: 'replaced' }, { rows: [unseen, row] })).toBe('none');
    expect(actionOf({ status: 'replaced' }, { rows: [unseen, unseen] })).toBe('replaced');
  });

  it('cancels it when all of its payments are too late, or one must not land', () => {
    const later: Obligation = { ...payout, intent: { ...intent, deadline: 9_000 } };
    const open = { ...row, obligation: later };
    const late = { tip: { height: 105, time: 2_001 } };
    expect(actionOf({ status: 'pending' }, { ...late, rows: [row, open] })).toBe('bump');
    expect(actionOf({ status: 'pending' }, { ...late, rows: [row, row] })).toBe('cancel');
    const refunded: Obligation = { ...payout, pays: 'refund' };
    const abandoned = { ...row, obligation: refunded };
    expect(actionOf({ status: 'pending' }, { rows: [row, abandoned] })).toBe('cancel');
  });
});
