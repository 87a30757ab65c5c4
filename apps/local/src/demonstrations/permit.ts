import { Money } from '@portage/core';
import { parseEther } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import type { Demonstration, DemonstrationContext } from './demonstration.js';
import { expectIdentities } from './fees.js';
import { describe, expectThat, routeOf, transfer } from './transfer.js';
import { wrapEther } from './wrapEther.js';

/** Number of transactions that the payer has ever sent on a chain. */
function sentBy({ devnet, privateKey }: DemonstrationContext, chainId: number): Promise<number> {
  return devnet.client(chainId).getTransactionCount({ address: privateKeyToAddress(privateKey) });
}

/**
 * Payer that signs an EIP-3009 authorisation. The solver makes the deposit and a sponsor pays for
 * it.
 */
export const permitEip3009: Demonstration = {
  name: 'permit-eip3009',
  title: '60 USDC on base to optimism by one signature and no transaction, fees paid by a sponsor',
  run: async (context) => {
    const apiKey = await context.createSponsor(100n * Money.microUsdPerUsd);
    const before = await sentBy(context, 8453);
    const done = await transfer(context, {
      from: 'usdc@base',
      to: 'usdc@optimism',
      amount: '60',
      apiKey,
      members: { usePermit: true, subsidizeFees: true },
    });
    expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
    expectThat(
      done.received === BigInt(done.quote.details.currencyIn.amount),
      'nothing is taken from the user',
    );
    expectThat((await sentBy(context, 8453)) === before, 'the payer sent no transaction');
    expectThat(done.quote.fees.gas.amount === '0', 'the payer pays no gas');
    expectIdentities(done.quote);
    return describe(done, {
      summary: routeOf(done),
      checked: 'out = in, no transaction of the payer',
    });
  },
};

/** Payer that approves Permit2 once and signs. The plan is the witness of the signature. */
export const permitPermit2: Demonstration = {
  name: 'permit-permit2',
  title: '0.05 WETH on optimism to base through Permit2',
  run: async (context) => {
    await wrapEther(context, 10, parseEther('0.05'));
    const done = await transfer(context, {
      from: 'weth@optimism',
      to: 'weth@base',
      amount: '0.05',
      members: { usePermit: true, permitExpiry: 300 },
    });
    expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
    expectThat(
      done.received === BigInt(done.quote.details.currencyOut.amount),
      'the recipient got the quoted amount',
    );
    expectThat(
      done.quote.steps.map(({ id }) => id).join() === 'approve,authorize1',
      'the payer approves Permit2 and signs, and deposits nothing',
    );
    return describe(done, {
      summary: routeOf(done),
      checked: 'received = quoted, one approval and a signature',
    });
  },
};

/**
 * Two signatures: one lets the approval proxy take the token, the other binds it to a plan. A pool
 * swaps the token before the deposit.
 */
export const permitEip2612: Demonstration = {
  name: 'permit-eip2612',
  title: '150 tDAI on base to USDC on optimism by two signatures and no transaction',
  run: async (context) => {
    const before = await sentBy(context, 8453);
    const done = await transfer(context, {
      from: 'dai@base',
      to: 'usdc@optimism',
      amount: '150',
      members: { usePermit: true },
    });
    expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
    expectThat(
      done.received >= BigInt(done.quote.details.currencyOut.minimumAmount),
      'the recipient got what was signed',
    );
    expectThat(
      done.quote.steps.map(({ id }) => id).join() === 'authorize1,authorize2',
      'the payer signs twice, and approves and deposits nothing',
    );
    expectThat((await sentBy(context, 8453)) === before, 'the payer sent no transaction');
    return describe(done, {
      summary: routeOf(done),
      checked: 'received ≥ signed minimum, no transaction of the payer',
    });
  },
};
