import { Money } from '@portage/core';
import type { Demonstration } from './demonstration.js';
import { waitForChild } from './depositAddress.js';
import { sendOnSolana } from './solanaSide.js';
import { describe, expectThat, openSide, routeOf, transfer } from './transfer.js';

/**
 * Two plain transfers of SOL to one address: the quoted amount, and later another one that is
 * quoted on arrival.
 */
export const solanaDepositAddress: Demonstration = {
  name: 'solana-deposit-address',
  title:
    'a plain transfer of SOL to a deposit address, and later another amount to the same address',
  run: async (context) => {
    const done = await transfer(context, {
      from: 'sol@solana',
      to: 'usdc@base',
      amount: '1.5',
      members: { useDepositAddress: true },
    });
    expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
    expectThat(
      done.received === BigInt(done.quote.details.currencyOut.amount),
      'the recipient got the quoted amount',
    );
    const address = done.quote.steps[0]?.depositAddress ?? '';
    const later = Money.parse('0.75', done.from.decimals);
    await sendOnSolana(context, done.from, address, later);
    const child = await waitForChild(context, address, done.quote.requestId);
    const out = BigInt(child.data.amountOut ?? 0);
    const received = await openSide(context, done.to).balanceOf(
      done.to,
      done.quote.details.recipient,
    );
    expectThat(received === done.received + out, 'the recipient got both outputs and nothing else');
    const left = await openSide(context, done.from).balanceOf(done.from, address);
    expectThat(left === 0n, 'nothing stayed at the address');
    return describe(
      { ...done, received },
      {
        summary: `${routeOf(done)}, then 0.75 more → ${Money.format(out, done.to.decimals)}`,
        checked: 'received = out₁ + out₂, each quoted for what arrived; the address is empty',
      },
    );
  },
};
