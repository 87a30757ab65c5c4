import type { Quote } from '@portage/core';
import { createPortage } from '@portage/sdk';
import { parseEther } from 'viem';
import { findPlace } from '../currencies.js';
import type { Demonstration, DemonstrationContext } from './demonstration.js';
import { expectBooksAgree } from './escrow.js';
import { expectIdentities } from './fees.js';
import { describe, expectThat, routeOf, transfer } from './transfer.js';
import { wrapEther } from './wrapEther.js';

const amount = '4';

/** Charge for the direction of a payment, in smallest units; negative is a reward. */
function priceOf({ feeSponsorship }: Quote): bigint {
  return BigInt(feeSponsorship.quoted.components['swap']?.total.amount ?? 0);
}

/** Price of the way from Optimism, where the solver has more WETH than it wants, to Base. */
async function quoteBackwards(context: DemonstrationContext): Promise<Quote> {
  const [from, to] = [
    findPlace(context.devnet, 'weth@optimism'),
    findPlace(context.devnet, 'weth@base'),
  ];
  return await createPortage({ baseUrl: context.serviceUrl }).getQuote({
    user: '0x00000000000000000000000000000000000a11ce',
    originChainId: from.chainId,
    destinationChainId: to.chainId,
    originCurrency: from.address,
    destinationCurrency: to.address,
    amount: parseEther(amount).toString(),
    indicativeQuote: true,
  });
}

/** Payer that moves the inventory towards its targets and is rewarded for it. */
export const rebalancingReward: Demonstration = {
  name: 'fees-rebalancing-reward',
  title: '4 WETH from base to optimism, where the solver has too much: a reward instead of a fee',
  run: async (context) => {
    await wrapEther(context, 8453, parseEther(amount));
    const against = await quoteBackwards(context);
    expectThat(priceOf(against) > 0n, 'the other way costs a fee');
    const done = await transfer(context, { from: 'weth@base', to: 'weth@optimism', amount });
    const { fees, details } = done.quote;
    expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
    expectThat(priceOf(done.quote) < 0n, 'this way earns a reward');
    expectThat(BigInt(fees.relayerService.amount) < 0n, 'fees.relayerService is negative');
    expectThat(
      done.received === BigInt(details.currencyIn.amount) - BigInt(fees.relayer.amount),
      'the recipient got the input less gas and reward',
    );
    expectIdentities(done.quote);
    await expectBooksAgree(context, done.from);
    return describe(done, {
      summary: routeOf(done),
      checked: 'relayerService < 0, received = in − relayer, depository = books',
    });
  },
};
