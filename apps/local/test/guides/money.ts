import { eventually } from '@portage/testing';
import { findPlace } from '../../src/currencies.js';
import { depositUnmatchedOnEvm } from '../../src/demonstrations/evmSide.js';
import { isClaimable } from '../../src/demonstrations/isClaimable.js';
import type { Reader } from './openReader.js';
import type { Scope } from './runBlock.js';

/** The reader has earned 5 USDC on Base, and the payout that earned them is final. */
export async function earnFees({ portage, user, system, context }: Reader): Promise<Scope> {
  const request = {
    user,
    originChainId: 8453,
    destinationChainId: 10,
    originCurrency: system.usdc(8453),
    destinationCurrency: system.usdc(10),
    amount: '50000000',
    appFees: [{ recipient: user, fee: '1000' }],
  };
  const quote = await portage.getQuote(request);
  const { minimumAmount: minAmountOut } = quote.details.currencyOut;
  await portage.execute({ quote, request, minAmountOut });
  const claim = { wallet: user, chainId: 8453, currency: system.usdc(8453), recipient: user };
  await eventually(() => isClaimable(context, claim), Boolean, { what: 'the fee can be claimed' });
  return {};
}

/** The reader has paid the depository on Base under an id that no quote has. */
export async function depositForNoOrder(reader: Reader): Promise<Scope> {
  const { context, system, user } = reader;
  const place = findPlace(context.devnet, 'eth@base');
  await depositUnmatchedOnEvm(context, place, 2n * 10n ** 15n);
  const terms = {
    chainId: place.slug,
    ownerChainId: place.slug,
    currency: place.address,
    amount: (10n ** 15n).toString(),
    owner: user,
    recipient: user,
  };
  const mayTake = async (): Promise<boolean> => {
    const answer = await fetch(`${system.url}/withdrawals/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(terms),
    });
    return answer.ok;
  };
  await eventually(mayTake, Boolean, { what: 'the deposit may be taken out' });
  return {};
}
