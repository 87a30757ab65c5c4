import { Money, requestFault, standardError, type OrderData } from '@portage/core';
import { findAsset, type Chain, type Chains, type PriceSource } from '@portage/core/chain';
import { ledgerAsset, type Settlement } from '@portage/settlement';
import { fresh, type SolverOptions } from '../context.js';
import { chooseCollateral, type PricedEarnings } from './chooseCollateral.js';
import { completePolicy, type PolicyChanges } from '../policy/solverPolicy.js';

/** Demand of an app that a request is paid before its deposit is final. */
export interface FastFillDemand {
  readonly requestId: string;
  /** Wallet whose app fees stand behind the payout, as the operator wrote it. */
  readonly wallet: string;
  /** Largest deposit that the app guarantees, in smallest units; default: what was quoted. */
  readonly depositAmount?: bigint | undefined;
  /** Largest payout, in micro-USD; none by default. */
  readonly fillMicroUsdMax?: bigint | undefined;
}

/** Takes demands of apps for payouts before deposits are final. */
export interface FastFills {
  /**
   * Holds a part of the app's earnings that is worth the deposit and the payout.
   *
   * @returns what became of it: it stands, it stood already, or the deposit is final anyway
   * @throws PortageError `UNKNOWN_REQUEST`, `FAST_FILL_NOT_POSSIBLE`, `AMOUNT_TOO_HIGH`,
   *   `FAST_FILL_BALANCE_TOO_LOW`, `PRICE_FETCH_FAILED`, `INVALID_REQUEST`
   */
  place(demand: FastFillDemand): Promise<'held' | 'known' | 'late'>;
}

/** Everything that taking such demands needs. */
export interface FastFillsOptions extends Pick<SolverOptions, 'chains' | 'prices' | 'clock'> {
  readonly settlement: Pick<Settlement, 'getRequest' | 'appFees' | 'claims' | 'fastFills'>;
  /** Members that differ from those of {@link completePolicy}. */
  readonly policy?: PolicyChanges | undefined;
}

/** Sides of an order whose worth an app guarantees. */
interface OrderSides {
  readonly orderId: string;
  readonly order: OrderData;
  readonly depositAmount: bigint;
}

/**
 * Makes what takes demands for fast fills.
 *
 * @see docs/spec/sponsorship.md#fast-fills
 */
export function createFastFills(options: FastFillsOptions): FastFills {
  const { settlement, chains } = options;
  const priceOf = createPriceOf(options);
  return {
    place: async (demand) => {
      const sides = await readSides(settlement, demand);
      const { order, orderId, depositAmount } = sides;
      const worth = worthOf(chains, priceOf, sides);
      if (demand.fillMicroUsdMax !== undefined && worth.fill > demand.fillMicroUsdMax)
        throw requestFault('maxFillAmountUsd', 'is less than the payout', {
          code: 'AMOUNT_TOO_HIGH',
          message: `The payout is worth ${Money.formatUsd(worth.fill)} USD, which is above maxFillAmountUsd.`,
        });
      const wallet = chainOf(chains, order.solverChainId).codec.normalizeAddress(demand.wallet);
      // What the deposit brings beyond the quote goes back before it is final, too.
      const leaving = worth.fill + worth.excess;
      const needed = worth.deposit > leaving ? worth.deposit : leaving;
      const collateral = chooseCollateral(
        await readEarnings(options, priceOf, wallet, worth.asset),
        needed,
      );
      if (collateral === undefined)
        throw standardError('FAST_FILL_BALANCE_TOO_LOW', {
          hint: `App fees that are worth ${Money.formatUsd(needed)} USD must be free.`,
        });
      return settlement.fastFills.place({ orderId, wallet, collateral, depositAmount });
    },
  };
}

async function readSides(
  settlement: FastFillsOptions['settlement'],
  { requestId, depositAmount }: FastFillDemand,
): Promise<OrderSides> {
  const request = await settlement.getRequest(requestId);
  if (request === undefined) throw standardError('UNKNOWN_REQUEST', { context: { requestId } });
  const order = await settlement.fastFills.order(request.orderId);
  const quoted = order?.inputs[0]?.payment.amount;
  const isOpen = ['waiting', 'depositing', 'pending'].includes(request.status);
  if (order === undefined || quoted === undefined || !isOpen)
    throw standardError('FAST_FILL_NOT_POSSIBLE', { hint: 'It has ended, or no solver pays it.' });
  const amount = depositAmount ?? BigInt(quoted);
  if (amount < BigInt(quoted))
    throw requestFault(
      'solverInputCurrencyAmount',
      `is less than the deposit of the order, ${quoted}`,
    );
  return { orderId: request.orderId, order, depositAmount: amount };
}

function chainOf(chains: Chains, slug: string): Chain {
  const chain = chains.all.find((each) => each.slug === slug);
  if (chain === undefined) throw standardError('FAST_FILL_NOT_POSSIBLE');
  return chain;
}

type PriceOf = (assetId: string) => Money.Price;

function createPriceOf({ prices, clock, policy }: FastFillsOptions): PriceOf {
  const readings = { clock, policy: completePolicy(policy) };
  return (assetId) => {
    const price = fresh(readings, (prices satisfies PriceSource['price'])(assetId));
    if (price === undefined) throw standardError('PRICE_FETCH_FAILED');
    return price;
  };
}

/**
 * Worth of the deposit, of all payments of an order and of what the deposit may bring beyond the
 * quote, in micro-USD, rounded up.
 */
function worthOf(
  chains: Chains,
  priceOf: PriceOf,
  { order, depositAmount }: OrderSides,
): {
  readonly deposit: bigint;
  readonly fill: bigint;
  readonly excess: bigint;
  readonly asset: string;
} {
  const usd = (slug: string, currency: string, amount: bigint): bigint => {
    const asset = findAsset(chainOf(chains, slug), currency);
    if (asset === undefined) throw standardError('FAST_FILL_NOT_POSSIBLE');
    return Money.usdUp(amount, asset.decimals, priceOf(asset.id));
  };
  const [input] = order.inputs;
  if (input === undefined) throw standardError('FAST_FILL_NOT_POSSIBLE');
  const { chainId, currency, amount: quoted } = input.payment;
  const { payments, chainId: destination } = order.output;
  return {
    deposit: usd(chainId, currency, depositAmount),
    excess: usd(chainId, currency, depositAmount - BigInt(quoted)),
    fill: payments.reduce(
      (sum, payment) => sum + usd(destination, payment.currency, BigInt(payment.expectedAmount)),
      0n,
    ),
    asset: ledgerAsset(chainOf(chains, chainId).id, currency),
  };
}

/** Earnings with a price now, those in the currency of the deposit first. */
async function readEarnings(
  { settlement, chains }: FastFillsOptions,
  priceOf: PriceOf,
  wallet: string,
  first: string,
): Promise<readonly PricedEarnings[]> {
  const balances = await settlement.appFees.balances(wallet);
  // What a reorg may still take back stands for nothing.
  const free = await Promise.all(
    balances.map(async ({ chainId, currency }) => ({
      chainId,
      currency,
      amount: await settlement.claims.claimable({ wallet, chainId, currency }),
    })),
  );
  const earnings = free.flatMap(({ chainId, currency, amount }): readonly PricedEarnings[] => {
    const chain = chains.all.find(({ id }) => id === chainId);
    const listed = chain === undefined ? undefined : findAsset(chain, currency);
    if (listed === undefined) return [];
    try {
      const price = priceOf(listed.id);
      return [{ asset: ledgerAsset(chainId, currency), amount, decimals: listed.decimals, price }];
    } catch {
      // What has no price now stands for nothing.
      return [];
    }
  });
  return [
    ...earnings.filter(({ asset }) => asset === first),
    ...earnings.filter(({ asset }) => asset !== first),
  ];
}
