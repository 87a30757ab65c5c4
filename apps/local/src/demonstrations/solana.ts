import { Money } from '@portage/core';
import { solanaChain } from '@portage/devnet';
import { Connection } from '@solana/web3.js';
import type { Demonstration } from './demonstration.js';
import { expectIdentities } from './fees.js';
import { describe, expectThat, routeOf, transfer } from './transfer.js';

/** Bytes of a token account, which a recipient new to the token needs opened. */
const tokenAccountBytes = 165;

/** Sponsor that pays everything, with the rent of the token account that the payout opens. */
export const solanaSponsoredRent: Demonstration = {
  name: 'solana-sponsored-rent',
  title: 'fees and rent paid by a sponsor: 30 USDC arrive on Solana as 30 USDC',
  run: async (context) => {
    const apiKey = await context.createSponsor(100n * Money.microUsdPerUsd);
    const members = { subsidizeFees: true, subsidizeRent: true };
    const done = await transfer(context, {
      from: 'usdc@base',
      to: 'usdc@solana',
      amount: '30',
      apiKey,
      members,
    });
    expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
    expectIdentities(done.quote);
    expectThat(
      done.received === BigInt(done.quote.details.currencyIn.amount),
      'nothing is taken from the user',
    );
    const { rent } = done.quote.feeSponsorship.quoted.components;
    const connection = new Connection(solanaChain(context.devnet.description).rpcUrl, 'confirmed');
    const lamports = BigInt(await connection.getMinimumBalanceForRentExemption(tokenAccountBytes));
    expectThat(
      rent !== undefined && BigInt(rent.sponsored.amount) > 0n && rent.userPays.amount === '0',
      'the sponsor pays the rent',
    );
    const summary = `${routeOf(done)}, rent of ${Money.format(lamports, 9)} SOL sponsored`;
    return describe(done, {
      summary,
      checked: 'out = in, rent sponsored, Σ sponsored = subsidized',
    });
  },
};
