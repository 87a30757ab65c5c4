import { z } from 'zod';
import type { BenchSystem } from '../environment/benchSystem.js';

const quoteSchema = z.object({ protocol: z.object({ v2: z.object({ orderId: z.string() }) }) });

const atOnce = 32;

/** Quotes to request. */
export interface QuotesOptions {
  readonly count: number;
  /** Amount of each quote in wei. */
  readonly amount: bigint;
}

/** Quotes native currency from chain 8453 to chain 10, once for each returned id. */
export async function quoteOrders(
  { url, devnet }: BenchSystem,
  options: QuotesOptions,
): Promise<readonly string[]> {
  const body = JSON.stringify({
    user: devnet.description.accounts[0]?.address,
    recipient: devnet.description.accounts[2]?.address,
    originChainId: 8453,
    destinationChainId: 10,
    amount: options.amount.toString(),
    includeProtocolData: true,
  });
  const orderIds: string[] = [];
  while (orderIds.length < options.count) {
    const answers = Array.from({ length: Math.min(atOnce, options.count - orderIds.length) }, () =>
      quoteOne(url, body),
    );
    orderIds.push(...(await Promise.all(answers)));
  }
  return orderIds;
}

async function quoteOne(url: string, body: string): Promise<string> {
  const answer = await fetch(`${url}/quote/v2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`The quote failed: ${text}`);
  return quoteSchema.parse(JSON.parse(text)).protocol.v2.orderId;
}
