import { createClient, execute, getQuote } from '@portage/client';
import type { Executor, QuoteBody } from '@portage/core';

export async function bridge(executor: Executor, user: string): Promise<string> {
  const client = createClient({ baseUrl: 'http://127.0.0.1:4000' });
  const request: QuoteBody = { user, originChainId: 8453, destinationChainId: 10, amount: '1000000000000000' };
  const quote = await getQuote(client, request);
  const result = await execute(client, { quote, request, executors: [executor], onProgress: ({ state }) => console.log(state) });
  return result.status; // 'success', 'refund' or 'failure'
}
