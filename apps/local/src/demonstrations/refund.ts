import { Money } from '@portage/core';
import type { Demonstration } from './demonstration.js';
import { describe, expectThat, transfer } from './transfer.js';

/** Deposit that comes late and is refunded on the origin chain. */
export const refundExpired: Demonstration = {
  name: 'refund-expired',
  title: '0.2 ETH paid after the time to live: refunded on base',
  run: async (context) => {
    const done = await transfer(context, {
      from: 'eth@base',
      to: 'eth@optimism',
      amount: '0.2',
      members: { ttl: 1 },
      delayMs: 2_500,
    });
    expectThat(done.status === 'refund', `the request is refunded (it ended as ${done.status})`);
    expectThat(done.received === 0n, 'nothing was paid on the destination chain');
    const paid = BigInt(done.quote.details.currencyIn.amount);
    expectThat(
      done.refunded > (paid * 99n) / 100n && done.refunded <= paid,
      'the refund is what was paid, less its gas',
    );
    const summary = `0.2 ETH on base → ${Money.format(done.refunded, 18)} ETH back on base`;
    return describe(done, {
      summary,
      checked: 'refunded = paid − gas, filled = 0',
      amountOut: done.refunded,
    });
  },
};
