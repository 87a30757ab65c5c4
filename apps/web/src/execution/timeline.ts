import type { ShownTx } from '../explorer/TxLink.js';
import { outcomeOf, type ItemProgress, type Progress, type Quote } from '@portage/sdk';
import { stepName } from './stepName.js';

/** One line of what happens. */
export interface TimelineEntry {
  readonly label: string;
  /** Current activity, or the failure, in words; undefined where there is none. */
  readonly note: string | undefined;
  readonly state: 'waiting' | 'active' | 'done' | 'failed';
  readonly tx: ShownTx | undefined;
}

/** Names of the chains on both sides. */
export interface Names {
  readonly origin: string;
  readonly destination: string;
}

const notes: Readonly<Record<ItemProgress['state'], string | undefined>> = {
  waiting: undefined,
  submitting: 'Confirm in your wallet',
  submitted: 'Sent',
  confirming: 'Waiting for the chain',
  checking: 'Waiting for the service',
  complete: undefined,
  failed: 'Stopped',
};

/** Puts an execution into lines: what the wallet does, then what the service does. */
export function timelineOf(
  quote: Quote,
  progress: Progress | undefined,
  names: Names,
): readonly TimelineEntry[] {
  const steps = progress?.steps ?? quote.steps.map((step) => ({ ...step, items: [waiting] }));
  const isSeen = isPaymentSeen(progress);
  const own = steps.flatMap((step) =>
    step.items.map((item, at) => {
      const name = stepName(step, quote);
      return itemEntry(step.items.length > 1 ? `${name} (${String(at + 1)})` : name, item, isSeen);
    }),
  );
  // A swap on one chain is made by its own transaction.
  if (quote.protocol.v2 === undefined) return own;
  return [...own, ...serviceEntries(quote, progress, names)];
}

const waiting: ItemProgress = { state: 'waiting' };

/** Whether the service has found the payment: it often does before the wallet's chain says so. */
function isPaymentSeen(progress: Progress | undefined): boolean {
  const status = progress?.status?.status ?? 'waiting';
  return ['pending', 'submitted'].includes(status) || outcomeOf(status) !== undefined;
}

function itemEntry(label: string, item: ItemProgress, isSeen: boolean): TimelineEntry {
  const submission = 'submission' in item ? item.submission : undefined;
  const tx =
    submission?.type === 'transaction'
      ? { chainId: submission.chainId, hash: submission.txId }
      : undefined;
  const isSent =
    item.state === 'complete' || item.state === 'checking' || (isSeen && isSubmitted(item));
  const state = isSent
    ? 'done'
    : item.state === 'failed' || item.state === 'waiting'
      ? item.state
      : 'active';
  return { label, note: isSent ? undefined : notes[item.state], state, tx };
}

function serviceEntries(
  { details }: Quote,
  progress: Progress | undefined,
  { origin, destination }: Names,
): readonly TimelineEntry[] {
  const status = progress?.status?.status ?? 'waiting';
  const end = outcomeOf(status);
  const isSigned = progress?.steps.every(({ items }) => items.every(isSubmitted)) ?? false;
  const isSeen = isPaymentSeen(progress);
  const { symbol } = details.currencyOut.currency;
  const fill = progress?.txHashes[0];
  const { chainId } = details.currencyOut.currency;
  return [
    {
      label: `Deposit confirmed on ${origin}`,
      note: isSigned && !isSeen ? depositNote(status) : undefined,
      state: isSeen ? 'done' : isSigned ? 'active' : 'waiting',
      tx: undefined,
    },
    {
      label:
        end === 'refund'
          ? `Refund of ${details.refundCurrency.currency.symbol}`
          : `Receive ${symbol} on ${destination}`,
      note: isSeen && end === undefined ? payNote(status) : undefined,
      state: end === 'success' ? 'done' : isOver(end) ? 'failed' : isSeen ? 'active' : 'waiting',
      tx: fill === undefined || end === 'refund' ? undefined : { chainId, hash: fill },
    },
  ];
}

function isOver(end: string | undefined): boolean {
  return end === 'refund' || end === 'failure';
}

function isSubmitted({ state }: ItemProgress): boolean {
  return state !== 'waiting' && state !== 'submitting' && state !== 'failed';
}

function depositNote(status: string): string {
  if (status === 'expired') return 'Not found yet, and the price has expired';
  return status === 'depositing' ? 'Seen, waiting until it is final' : 'Waiting for the chain';
}

function payNote(status: string): string {
  return status === 'submitted' ? 'Sent to you, waiting for the chain' : 'Your payment is next';
}
