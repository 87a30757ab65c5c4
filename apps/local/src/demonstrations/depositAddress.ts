import { Money, type RequestEntry } from '@portage/core';
import { requestsResponseSchema } from '@portage/core/schemas';
import type { Demonstration, DemonstrationContext } from './demonstration.js';
import { createEvmSide, sendOnEvm } from './evmSide.js';
import { describe, expectThat, routeOf, transfer } from './transfer.js';
import { waitUntil } from './waitUntil.js';

/**
 * Waits for the request that pays out what arrived at an address beside the one that it was made
 * for.
 */
export async function waitForChild(
  { serviceUrl, signal }: DemonstrationContext,
  address: string,
  parent: string,
): Promise<RequestEntry> {
  const read = async (): Promise<RequestEntry | undefined> => {
    const answer = await fetch(
      `${serviceUrl}/requests/v2?depositAddress=${address}&includeChildRequests=true`,
      { signal },
    );
    const { requests } = requestsResponseSchema.parse(await answer.json());
    const child = requests.find(({ id }) => id !== parent);
    expectThat(
      child?.status !== 'refund' && child?.status !== 'failure',
      'what arrived later is filled',
    );
    return child?.status === 'success' && child.data.amountOut !== undefined ? child : undefined;
  };
  return await waitUntil(read, (child) => child !== undefined, 'what arrived later is filled');
}

/**
 * Two plain transfers to one address: the quoted amount, and later another one that is quoted on
 * arrival.
 */
export const depositAddressBridge: Demonstration = {
  name: 'deposit-address-bridge',
  title: 'a plain transfer to a deposit address, and later another amount to the same address',
  run: async (context) => {
    const done = await transfer(context, {
      from: 'usdc@base',
      to: 'usdc@optimism',
      amount: '30',
      members: { useDepositAddress: true },
    });
    expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
    expectThat(
      done.received === BigInt(done.quote.details.currencyOut.amount),
      'the recipient got the quoted amount',
    );
    const address = done.quote.steps[0]?.depositAddress ?? '';
    const side = createEvmSide(context);
    const later = Money.parse('12.34', done.from.decimals);
    await sendOnEvm(context, done.from, address, later);
    const child = await waitForChild(context, address, done.quote.requestId);
    const out = BigInt(child.data.amountOut ?? 0);
    const { recipient } = done.quote.details;
    const received = await side.balanceOf(done.to, recipient);
    expectThat(received === done.received + out, 'the recipient got both outputs and nothing else');
    expectThat(out > 0n && out < later, 'the later amount was quoted with its own fees');
    return describe(
      { ...done, received },
      {
        summary: `${routeOf(done)}, then 12.34 more → ${Money.format(out, done.to.decimals)}`,
        checked: 'received = out₁ + out₂, each quoted for what arrived',
      },
    );
  },
};
