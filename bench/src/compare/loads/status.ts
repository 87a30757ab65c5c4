import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Side } from '../side/startSide.js';
import type { Order } from './orders.js';

const statusSchema = z.object({ status: z.string() });
const pollMs = 50;
const waitMsMax = 60_000;

/** Waits until the status of an order is one that is wanted. */
export async function untilStatus(
  side: Side,
  { requestId }: Order,
  isWanted: (status: string) => boolean,
): Promise<void> {
  const deadline = performance.now() + waitMsMax;
  for (;;) {
    const { status, text } = await side.ask(`/intents/status/v3?requestId=${requestId}`);
    const seen = status === 200 ? statusSchema.parse(JSON.parse(text)).status : text;
    if (isWanted(seen)) return;
    if (performance.now() > deadline)
      throw new Error(`An order of ${side.label} was still "${seen}" after a minute.`);
    await sleep(pollMs);
  }
}
