import type { Quote } from '@portage/core';
import { appFeeBalancesSchema } from '@portage/core/schemas';
import { bitcoinChain } from '@portage/devnet';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { readBitcoinHeight } from './bitcoin.js';
import type { Demonstration, DemonstrationContext } from './demonstration.js';
import { isClaimable } from './isClaimable.js';
import { describe, expectThat, routeOf, transfer, type Transfer } from './transfer.js';
import { waitUntil } from './waitUntil.js';

/** Blocks of Bitcoin that must stand on a deposit of 10,000 to 100,000 USD. */
const finalDepth = 4;

/**
 * A deposit that would wait for four blocks is paid with its first one: fees that an app earned
 * stand behind it, and are free again when it is final.
 */
export const fastFillUsdc: Demonstration = {
  name: 'fast-fill-usdc',
  title: '0.25 BTC to USDC on base, paid out before the deposit is final at the risk of an app',
  run: async (context) => {
    const wallet = privateKeyToAddress(generatePrivateKey());
    await earn(context, wallet);
    const key = await context.createAppKey(wallet);
    let held = 0;
    let tip = Promise.resolve(Number.POSITIVE_INFINITY);
    const done = await transfer(context, {
      from: 'btc@bitcoin',
      to: 'usdc@base',
      amount: '0.25',
      onEvent: (event) => {
        if (event.type === 'status' && event.status.status === 'success')
          tip = readBitcoinHeight(context);
      },
      onQuote: async (quote) => {
        await askForFastFill(context, key, quote);
        held = (await balancesOf(context, wallet)).outstandingFastFillBalanceUsd;
      },
    });
    expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
    expectThat(
      held >= 14_900,
      `the worth of the deposit is held before the deposit (${String(held)} USD are)`,
    );
    const { totalBalanceUsd, availableBalanceUsd } = await waitUntil(
      async () => balancesOf(context, wallet),
      ({ outstandingFastFillBalanceUsd, pendingBalanceUsd }) =>
        outstandingFastFillBalanceUsd === 0 && pendingBalanceUsd === 0,
      'nothing is held any more',
    );
    expectThat(
      totalBalanceUsd === 20_000 && availableBalanceUsd === 20_000,
      'all that the app earned is free again',
    );
    await expectPaidAhead(context, done, await tip);
    return describe(done, {
      summary: routeOf(done),
      checked: 'fewer than 4 blocks on the deposit, hold released',
    });
  },
};

/** Half of 40,000 USDC is the app's. */
async function earn(context: DemonstrationContext, wallet: string): Promise<void> {
  const { status, from } = await transfer(context, {
    from: 'usdc@base',
    to: 'usdc@optimism',
    amount: '40000',
    members: { appFees: [{ recipient: wallet, fee: '5000' }] },
  });
  expectThat(status === 'success', 'the app earns its fees');
  const earned = { wallet, chainId: from.chainId, currency: from.address, recipient: wallet };
  // A payout that a reorg can take back brings nothing that stands behind a fast fill.
  await waitUntil(() => isClaimable(context, earned), Boolean, 'the fees can be claimed');
}

async function balancesOf({ serviceUrl }: DemonstrationContext, wallet: string) {
  const answer = await fetch(`${serviceUrl}/app-fees/${wallet}/balances`);
  return appFeeBalancesSchema.parse(await answer.json());
}

async function askForFastFill(
  { serviceUrl }: DemonstrationContext,
  key: string,
  { requestId }: Quote,
): Promise<void> {
  const answer = await fetch(`${serviceUrl}/fast-fill`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ requestId, maxFillAmountUsd: 25_000 }),
  });
  expectThat(answer.status === 200, `the fast fill is taken (${await answer.text()})`);
}

/** Compares the deposit's block with the newest one at the time of the payout. */
async function expectPaidAhead(
  { devnet }: DemonstrationContext,
  { inTxHashes, received, quote }: Transfer,
  tip: number,
): Promise<void> {
  const { esploraUrl } = bitcoinChain(devnet.description);
  const answer = await fetch(`${esploraUrl}/tx/${inTxHashes[0] ?? ''}`);
  // Esplora's own shape.
  const { status } = (await answer.json()) as {
    readonly status: { readonly block_height: number };
  };
  const depth = tip - status.block_height + 1;
  expectThat(
    depth < finalDepth,
    `fewer than ${String(finalDepth)} blocks stood on the deposit when it was paid out (${String(depth)} did)`,
  );
  expectThat(
    received === BigInt(quote.details.currencyOut.amount),
    'the recipient got the quoted amount',
  );
}
