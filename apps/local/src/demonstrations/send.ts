import type { Demonstration } from './demonstration.js';
import { describe, expectThat, routeOf, transfer } from './transfer.js';

/** Transfer within one chain, straight from the payer to the recipient. */
export const sendSameChain: Demonstration = {
  name: 'send-same-chain',
  title: '42 USDC on base to another account there, in one transfer of the payer’s own',
  run: async (context) => {
    const done = await transfer(context, { from: 'usdc@base', to: 'usdc@base', amount: '42' });
    const { quote, inTxHashes, txHashes } = done;
    expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
    expectThat(quote.details.operation === 'send', 'the quote is one of a send');
    expectThat(
      quote.steps.map(({ id }) => id).join() === 'send' && quote.protocol.v2 === undefined,
      'it has one step and no order',
    );
    expectThat(
      done.received === BigInt(quote.details.currencyIn.amount),
      'the recipient got all that was paid',
    );
    expectThat(
      inTxHashes.length === 1 && inTxHashes[0] === txHashes[0],
      'the transfer is the transaction of the request',
    );
    return describe(done, { summary: routeOf(done), checked: 'received = sent, no fee' });
  },
};
