import { Money } from '@portage/core';
import { evmChain } from '@portage/devnet';
import type { Demonstration } from './demonstration.js';
import { createEscrowReader, expectBooksAgree } from './escrow.js';
import { describe, expectThat, transfer, type Transfer } from './transfer.js';
import { waitUntil } from './waitUntil.js';

/** Deposits of the demonstration: only with the last are earnings worth bringing home. */
const amounts = ['150', '100', '1050'] as const;

/** Fills earn what was deposited; the solver withdraws it in one transaction. */
export const earningsCollected: Demonstration = {
  name: 'earnings-collected',
  title: 'what three fills earn is collected from the depository by one release',
  run: async (context) => {
    const done: Transfer[] = [];
    for (const amount of amounts)
      done.push(await transfer(context, { from: 'usdc@optimism', to: 'usdc@base', amount }));
    const [first] = done;
    if (first === undefined) throw new Error('Three transfers were made.');
    expectThat(
      done.every(({ status }) => status === 'success'),
      'all three were filled',
    );
    const orderIds = done.map(({ quote }) => quote.protocol.v2?.orderId ?? '');
    const escrow = createEscrowReader(context, first.from);
    await waitUntil(
      async () => (await escrow.released(orderIds)).length,
      (value) => value === orderIds.length,
      'the deposits of all three leave the depository',
    );
    const released = await escrow.released(orderIds);
    const { address: solver } = context.devnet.description.roles.solver;
    expectThat(
      released.every(({ to }) => to.toLowerCase() === solver.toLowerCase()),
      'all of it went to the solver',
    );
    expectThat(new Set(released.map(({ txId }) => txId)).size === 1, 'by one withdrawal');
    const paid = done.reduce((sum, { quote }) => sum + BigInt(quote.details.currencyIn.amount), 0n);
    const collected = released.reduce((sum, { amount }) => sum + amount, 0n);
    expectThat(collected === paid, 'it is all that was paid in');
    await expectBooksAgree(context, first.from);
    const { name } = evmChain(context.devnet.description, first.from.chainId);
    return describe(first, {
      summary: `${Money.format(collected, first.from.decimals)} ${first.from.symbol} of three orders on ${name}, home in one withdrawal`,
      checked: 'collected = paid in, depository = books',
      amountOut: collected,
    });
  },
};
