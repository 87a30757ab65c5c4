import type { Desk } from '../context.js';
import { broadcastPayments } from './broadcastPayments.js';
import { notePayments } from './notePayments.js';
import type { StoredPayment } from './spendBatch.js';

/** Batches whose bytes wait for the chain while the next ones are signed. */
const batchesMax = 4;

/** Payments that were given to the chain and not noted yet, above which sending waits. */
const unnotedMax = 4_096;

/** Gives batches to the chain and notes them, while the next ones are signed. */
export interface Sender {
  /** Takes a batch whose bytes are stored; resolves when there is room for another one. */
  send(payments: readonly StoredPayment[]): Promise<void>;
  /** Resolves when everything is sent and noted. */
  idle(): Promise<void>;
}

/**
 * Sends batches one after another, in the order of their sequences. The next one does not wait until the one before is
 * noted; what was sent meanwhile is noted together. What fails is left to the monitor: the bytes are stored.
 */
export function createSender(desk: Desk): Sender {
  const { log, chain } = desk;
  const sending: Promise<void>[] = [];
  const unnoted: StoredPayment[] = [];
  let noting: Promise<void> | undefined;
  const failed = (message: string) => (error: unknown): void => log(message, { chain: chain.slug, error: error instanceof Error ? error.message : String(error) });

  async function note(): Promise<void> {
    while (unnoted.length > 0) await notePayments(desk, unnoted.splice(0)).catch(failed('noting what was sent failed'));
    noting = undefined;
  }

  async function sendAfter(before: Promise<void> | undefined, payments: readonly StoredPayment[]): Promise<void> {
    await before;
    if (unnoted.length >= unnotedMax) await noting;
    unnoted.push(...(await broadcastPayments(desk, payments)));
    noting ??= note();
  }

  return {
    send: async (payments) => {
      const end = sendAfter(sending.at(-1), payments).catch(failed('sending failed')).finally(() => void sending.shift());
      sending.push(end);
      if (sending.length >= batchesMax) await sending[0];
    },
    idle: async () => {
      await sending.at(-1);
      await noting;
    },
  };
}
