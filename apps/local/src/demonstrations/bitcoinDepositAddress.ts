import { Money } from '@portage/core';
import type { Demonstration } from './demonstration.js';
import { waitForChild } from './depositAddress.js';
import { createEvmSide } from './evmSide.js';
import { describe, expectThat, routeOf, transfer } from './transfer.js';

/** Satoshi that an exchange sends to the address later. */
const later = 250_000n;

/**
 * A plain transfer of BTC to a deposit address by a wallet, and later one of another amount by the
 * faucet, which stands for an exchange. The address is checked against the key in the list of
 * chains before anything is paid.
 */
export const bitcoinDepositAddress: Demonstration = {
  name: 'bitcoin-deposit-address',
  title: 'BTC to a deposit address by a wallet, and later another amount by an exchange',
  run: async (context) => {
    const done = await transfer(context, {
      from: 'btc@bitcoin',
      to: 'usdc@base',
      amount: '0.005',
      members: { useDepositAddress: true },
    });
    expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
    expectThat(
      done.received === BigInt(done.quote.details.currencyOut.amount),
      'the recipient got the quoted amount',
    );
    const address = done.quote.steps[0]?.depositAddress ?? '';
    await context.devnet.bitcoin().faucet(address, { native: later });
    const child = await waitForChild(context, address, done.quote.requestId);
    const out = BigInt(child.data.amountOut ?? 0);
    const { recipient } = done.quote.details;
    const received = await createEvmSide(context).balanceOf(done.to, recipient);
    expectThat(received === done.received + out, 'the recipient got both outputs and nothing else');
    return describe(
      { ...done, received },
      {
        summary: `${routeOf(done)}, then ${Money.format(later, done.from.decimals)} BTC more → ${Money.format(out, done.to.decimals)} USDC`,
        checked: 'received = out₁ + out₂, each quoted for what arrived',
      },
    );
  },
};
