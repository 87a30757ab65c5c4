import { Money } from '@portage/core';
import type { Demonstration } from './demonstration.js';
import { createEscrowReader, expectBooksAgree } from './escrow.js';
import { describe, expectThat, routeOf, transfer } from './transfer.js';

/** Deposit by one transfer to the depository: filled, and paid back when it comes late. */
export const depositDirect: Demonstration = {
  name: 'deposit-direct',
  title: '60 USDC from base by one transfer to the depository, without an approval',
  run: async (context) => {
    const members = { explicitDeposit: false };
    const route = { from: 'usdc@base', to: 'usdc@optimism', amount: '60' } as const;
    const done = await transfer(context, { ...route, members });
    const { quote, inTxHashes } = done;
    expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
    expectThat(
      done.received === BigInt(quote.details.currencyOut.amount),
      'the recipient got the quoted amount',
    );
    const orderId = quote.protocol.v2?.orderId ?? '';
    const [step] = quote.steps;
    expectThat(
      quote.steps.length === 1 && inTxHashes.length === 1,
      'there is one step, and one transaction paid',
    );
    expectThat(
      String(step?.items[0]?.data['data']).endsWith(orderId.slice(2)),
      'the id of the order stands behind the transfer',
    );
    const late = await transfer(context, {
      ...route,
      members: { ...members, ttl: 1 },
      delayMs: 2_500,
    });
    expectThat(late.status === 'refund', `a late one goes back (it ended as ${late.status})`);
    const paid = BigInt(late.quote.details.currencyIn.amount);
    expectThat(
      late.refunded > (paid * 9n) / 10n && late.refunded <= paid,
      'the refund is what was paid, less its gas',
    );
    const escrow = createEscrowReader(context, done.from);
    const released = await escrow.released([orderId, late.quote.protocol.v2?.orderId ?? '']);
    expectThat(released.length === 0, 'no escrow was opened for either');
    await expectBooksAgree(context, done.from);
    return describe(done, {
      summary: `${routeOf(done)}; ${Money.format(late.refunded, late.from.decimals)} of a late one back`,
      checked: 'received = quoted, one step, depository = books',
    });
  },
};
