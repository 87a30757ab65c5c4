import { Money, type Quote } from '@portage/core';
import { appFeeBalancesSchema } from '@portage/core/schemas';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { Demonstration } from './demonstration.js';
import { describe, expectThat, routeOf, transfer, type Transfer } from './transfer.js';
import { waitUntil } from './waitUntil.js';

const stable = { from: 'usdc@base', to: 'usdc@optimism' } as const;
const cent = 10_000n;

/**
 * Checks `sponsored + userPays = total` in every bucket and in sum, and `relayer = relayerGas +
 * relayerService`.
 */
export function expectIdentities({ fees, feeSponsorship }: Quote): void {
  const parts = Object.entries(feeSponsorship.quoted.components);
  for (const [bucket, part] of parts) {
    expectThat(
      BigInt(part.sponsored.amount) + BigInt(part.userPays.amount) === BigInt(part.total.amount),
      `sponsored + userPays = total in ${bucket}`,
    );
  }
  const sponsored = parts.reduce((sum, [, part]) => sum + BigInt(part.sponsored.amount), 0n);
  expectThat(
    sponsored === BigInt(fees.subsidized.amount),
    'the buckets’ sponsored parts add up to fees.subsidized',
  );
  expectThat(
    BigInt(fees.relayerGas.amount) + BigInt(fees.relayerService.amount) ===
      BigInt(fees.relayer.amount),
    'relayer = relayerGas + relayerService',
  );
}

function expectSuccess({ status, received, quote }: Transfer): void {
  expectThat(status === 'success', `the request succeeds (it ended as ${status})`);
  expectThat(
    received === BigInt(quote.details.currencyOut.amount),
    'the recipient got the quoted amount',
  );
}

/** Sponsor that pays all fees: the whole input arrives. */
export const sponsoredFully: Demonstration = {
  name: 'sponsor-full',
  title: 'fees paid by a sponsor: 50 USDC arrive as 50 USDC',
  run: async (context) => {
    const apiKey = await context.createSponsor(100n * Money.microUsdPerUsd);
    const done = await transfer(context, {
      ...stable,
      amount: '50',
      apiKey,
      members: { subsidizeFees: true },
    });
    expectSuccess(done);
    expectIdentities(done.quote);
    expectThat(
      done.received === BigInt(done.quote.details.currencyIn.amount),
      'nothing is taken from the user',
    );
    return describe(done, {
      summary: routeOf(done),
      checked: 'out = in, Σ sponsored = subsidized',
    });
  },
};

/**
 * Sponsor that pays up to a cent. That is less than the flat part of the fee, so the cap is reached
 * whatever gas costs.
 */
export const sponsoredToCap: Demonstration = {
  name: 'sponsor-capped',
  title: 'fees paid by a sponsor up to 0.01 USD, the user pays the rest',
  run: async (context) => {
    const apiKey = await context.createSponsor(100n * Money.microUsdPerUsd);
    const members = { subsidizeFees: true, maxSubsidizationAmount: cent.toString() };
    const done = await transfer(context, { ...stable, amount: '50', apiKey, members });
    expectSuccess(done);
    expectIdentities(done.quote);
    const { feeSponsorship, fees } = done.quote;
    expectThat(feeSponsorship.quoted.capHit, 'the cap was hit');
    expectThat(BigInt(fees.subsidized.amount) <= cent, 'the sponsor pays no more than the cap');
    return describe(done, {
      summary: routeOf(done),
      checked: 'capHit, sponsored ≤ cap, sponsored + userPays = total',
    });
  },
};

/** Two apps that earn a share of the input. */
export const twoAppFees: Demonstration = {
  name: 'fees-two-apps',
  title: 'two app fees, 25 and 12.5 basis points, owed to two wallets',
  run: async (context) => {
    const wallets = [
      privateKeyToAddress(generatePrivateKey()),
      privateKeyToAddress(generatePrivateKey()),
    ] as const;
    const appFees = [
      { recipient: wallets[0], fee: '25' },
      { recipient: wallets[1], fee: '12.5' },
    ];
    const done = await transfer(context, { ...stable, amount: '80', members: { appFees } });
    expectSuccess(done);
    expectIdentities(done.quote);
    // Fees are owed once the fill is booked, a moment after it was seen.
    const owed = await Promise.all(
      wallets.map((wallet) =>
        waitUntil(
          () => owedTo(context.serviceUrl, wallet),
          (amount) => amount > 0n,
          'the wallet is owed its fee',
        ),
      ),
    );
    expectThat(
      owed[0] === 200_000n && owed[1] === 100_000n,
      `the wallets are owed 0.2 and 0.1 USDC (they are owed ${owed.join(' and ')})`,
    );
    expectThat(
      owed.reduce((sum, amount) => sum + amount, 0n) === BigInt(done.quote.fees.app.amount),
      'what is owed is fees.app',
    );
    return describe(done, { summary: routeOf(done), checked: 'owed₁ + owed₂ = fees.app' });
  },
};

async function owedTo(serviceUrl: string, wallet: string): Promise<bigint> {
  const answer = await fetch(`${serviceUrl}/app-fees/${wallet}/balances`);
  const { balances } = appFeeBalancesSchema.parse(await answer.json());
  return balances.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

/** Recipient gets exactly the requested amount; the input follows from it. */
export const exactOutput: Demonstration = {
  name: 'fees-exact-output',
  title: 'exactly 0.02 ETH on optimism, paid in USDC on base',
  run: async (context) => {
    const done = await transfer(context, {
      from: 'usdc@base',
      to: 'eth@optimism',
      amount: '0.02',
      members: { tradeType: 'EXACT_OUTPUT' },
    });
    expectSuccess(done);
    expectIdentities(done.quote);
    expectThat(done.received === Money.parse('0.02', 18), 'the output is exact to the unit');
    return describe(done, { summary: routeOf(done), checked: 'received = asked for' });
  },
};
