import type { Demonstration } from './demonstration.js';
import { describe, expectThat, routeOf, transfer, type TransferOptions } from './transfer.js';

/** Bridge to demonstrate. */
export interface BridgeOptions extends Pick<TransferOptions, 'from' | 'to' | 'amount'> {
  readonly name: string;
}

/**
 * Bridges and checks the result: the recipient's balance on the chain itself is the quoted amount.
 */
export function bridge({ name, from, to, amount }: BridgeOptions): Demonstration {
  return {
    name,
    title: `${amount} ${from} to ${to}`,
    run: async (context) => {
      const done = await transfer(context, { from, to, amount });
      expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
      expectThat(
        done.received === BigInt(done.quote.details.currencyOut.amount),
        'the recipient got the quoted amount',
      );
      return describe(done, { summary: routeOf(done), checked: 'received = quoted' });
    },
  };
}
