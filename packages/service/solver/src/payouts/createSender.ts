import { describeError } from '@portage/core';
import type { StoredTransaction } from '@portage/settlement';
import type { ChainContext } from '../context.js';
import { broadcastPayouts } from './broadcastPayouts.js';
import { recordPayouts, type SentPayment } from './recordPayouts.js';

/** Batches whose bytes wait for the chain while the next ones are signed. */
const batchesMax = 4;

/** Payments that were given to the chain and not noted yet, above which sending waits. */
const unnotedMax = 4_096;

/** Payments that are noted in one transaction. */
const notedMax = 1_024;

/** Milliseconds for which what was sent is not noted because more is being sent. */
const noteMsMax = 500;

/** Gives batches to the chain and notes them, while the next ones are signed. */
export interface Sender {
  /** Takes a batch whose bytes are stored; resolves when there is room for another one. */
  send(payments: readonly StoredTransaction[]): Promise<void>;
  /** Nothing more is due for now: what was sent is noted without delay. */
  rest(): void;
  /** Resolves when everything is sent and noted. */
  idle(): Promise<void>;
}

/**
 * Sends batches one after another, in the order of their sequences. Payments come before
 * bookkeeping: while more of them are due, what was sent is noted together, and only every half
 * second. What fails is left to the monitor: the bytes are stored.
 */
export function createSender(context: ChainContext): Sender {
  const { log, chain } = context;
  const sending: Promise<void>[] = [];
  const unnoted: SentPayment[] = [];
  let noting: Promise<void> | undefined;
  let isResting = true;
  let noteAt = Infinity;
  const failed =
    (message: string) =>
    (error: unknown): void =>
      log(message, { chain: chain.slug, error: describeError(error) });

  const isDue = (): boolean =>
    unnoted.length > 0 &&
    (isResting || context.clock.elapsed() >= noteAt || unnoted.length >= unnotedMax);

  async function note(): Promise<void> {
    while (isDue()) {
      const payments = unnoted.splice(0, notedMax);
      if (unnoted.length === 0) noteAt = Infinity;
      await recordPayouts(context, payments).catch(failed('noting what was sent failed'));
    }
    noting = undefined;
  }

  function noteDue(): void {
    if (isDue()) noting ??= note();
  }

  async function sendAfter(
    before: Promise<void> | undefined,
    payments: readonly StoredTransaction[],
  ): Promise<void> {
    await before;
    if (unnoted.length >= unnotedMax) await noting;
    const height = chain.observe.tip()?.value.height;
    unnoted.push(
      ...(await broadcastPayouts(context, payments)).map((payment) => ({ payment, height })),
    );
    noteAt = Math.min(noteAt, context.clock.elapsed() + noteMsMax);
    noteDue();
  }

  return {
    send: async (payments) => {
      isResting = false;
      const end = sendAfter(sending.at(-1), payments)
        .catch(failed('sending failed'))
        .finally(() => void sending.shift());
      sending.push(end);
      if (sending.length >= batchesMax) await sending[0];
    },
    rest: () => {
      isResting = true;
      noteDue();
    },
    idle: async () => {
      isResting = true;
      await sending.at(-1);
      noteDue();
      await noting;
    },
  };
}
