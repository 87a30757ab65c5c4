import { Money } from '@portage/core';
import { appFeeBalancesSchema } from '@portage/core/schemas';
import { claimAppFees, createPortage, getAppFeeClaims } from '@portage/sdk';
import { privateKeyToAddress } from 'viem/accounts';
import type { Demonstration, DemonstrationContext } from './demonstration.js';
import { isClaimable } from './isClaimable.js';
import { describe, expectThat, openSide, transfer } from './transfer.js';
import { waitUntil } from './waitUntil.js';

/** Share of the input that the app takes: a tenth of 200 USDC. */
const shareBps = '1000';

/** Fees that an app earned are paid to an account of its choice, by its signature. */
export const claimAppFee: Demonstration = {
  name: 'claim-app-fee',
  title: '20 USDC that an app earned with a transfer, claimed by its signature',
  run: async (context) => {
    const started = performance.now();
    const done = await transfer(context, {
      from: 'usdc@base',
      to: 'usdc@optimism',
      amount: '200',
      members: { appFees: [{ recipient: walletOf(context), fee: shareBps }] },
    });
    expectThat(done.status === 'success', `the app earns its fee (${done.status})`);
    const place = done.from;
    const side = openSide(context, place);
    const wallet = walletOf(context);
    const earned = BigInt(done.quote.fees.app.amount);
    const terms = { wallet, chainId: place.chainId, currency: place.address };
    await waitUntil(
      () => owed(context, wallet),
      (value) => value === earned,
      'the app is owed its fee',
    );
    const recipient = await side.freshAccount();
    const { client } = createPortage({ baseUrl: context.serviceUrl, source: 'portage.local' });
    // Fees can be claimed once the chain of the payout calls it final.
    await waitUntil(
      async () => isClaimable(context, { ...terms, recipient }),
      Boolean,
      'the fee can be claimed',
    );
    const { claimId, status } = await claimAppFees(
      client,
      { ...terms, recipient },
      { executor: side.executor, signal: context.signal, pollMs: 200 },
    );
    expectThat(
      status.status === 'success',
      `the claim is paid (it is ${status.status}: ${status.failReason})`,
    );
    const received = await side.balanceOf(place, recipient);
    expectThat(
      received === earned,
      `the recipient has what was earned (${received.toString()} of ${earned.toString()})`,
    );
    expectThat((await owed(context, wallet)) === 0n, 'the app is owed nothing more');
    const { claims } = await getAppFeeClaims(client, wallet);
    expectThat(
      claims.length === 1 && claims[0]?.claimId === claimId && claims[0].status === 'success',
      'the claim is listed',
    );
    const violations = await context.books.audit();
    expectThat(
      violations.length === 0,
      `no rule of the books is broken (${violations.join(', ')})`,
    );
    const amount = Money.format(received, place.decimals);
    return {
      ...describe(done, {
        summary: `${amount} ${place.symbol} earned with a transfer → ${amount} ${place.symbol} claimed`,
        checked: 'claimed = received = fees.app, nothing owed, no rule of the books broken',
      }),
      txHashes: status.txHashes,
      amountOut: received.toString(),
      seconds: Math.round(performance.now() - started) / 1000,
    };
  },
};

const walletOf = (context: DemonstrationContext): string =>
  privateKeyToAddress(context.privateKey).toLowerCase();

/** Fees that an app earned and did not claim, as the service says. */
async function owed({ serviceUrl }: DemonstrationContext, wallet: string): Promise<bigint> {
  const answer = await fetch(`${serviceUrl}/app-fees/${wallet}/balances`);
  const { balances } = appFeeBalancesSchema.parse(await answer.json());
  return balances.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}
