import {
  assert,
  failReasons,
  Money,
  refundFailReasons,
  type OrderData,
  type Price,
  type RequestEntry,
  type PricedAsset,
} from '@portage/core';
import type { Chains } from '@portage/core/chain';
import { orderDataSchema } from '@portage/core/schemas';
import { decodeStoredQuote, quoteView, type QuoteView } from '@portage/quoter';
import type { RequestFacts } from '@portage/settlement';
import { assetIdOf, renderQuoted } from './renderQuoted.js';
import { wireReason } from './wireReason.js';

type Transaction = RequestEntry['data']['inTxs'][number];
type Protocol = NonNullable<RequestEntry['protocol']>;

type RequestTransaction = RequestFacts['transactions'][number];
type StoredOrder = NonNullable<RequestFacts['order']>;

/** A request with what chains and its order say of it. */
export interface RequestContent extends RequestFacts {
  /** Contents of the currencies that its terms name, by their ids. */
  readonly currencies: ReadonlyMap<string, unknown>;
}

/** Settings by which a request is shown. */
export interface RenderOptions {
  readonly includeOrderData: boolean;
  /** The price of an asset by its id; undefined while there is none that may be told. */
  readonly priceOf: (assetId: string) => Price | undefined;
}

/** One entry of `GET /requests/v2`. Pure. */
export function renderRequest(
  content: RequestContent,
  chains: Chains,
  { includeOrderData, priceOf }: RenderOptions,
): RequestEntry {
  const { request } = content;
  const view = withSponsorPayment(viewOf(content), content);
  return {
    id: request.id,
    status: request.status,
    user: request.payer,
    recipient: request.recipient,
    referrer: request.referrer ?? null,
    ...(request.referrerAddress === undefined ? {} : { referrerAddress: request.referrerAddress }),
    createdAt: new Date(request.createdAt).toISOString(),
    updatedAt: new Date(request.updatedAt).toISOString(),
    depositAddress: renderAddress(content),
    data: {
      ...(content.address?.supersededBy === undefined
        ? {}
        : { supersededByRequestId: content.address.supersededBy }),
      failReason: wireReason(failReasons, request.failReason),
      refundFailReason: wireReason(refundFailReasons, request.refundFailReason),
      inTxs: describeTransactions(request.inTxIds, content, request.originChainId),
      outTxs: describeTransactions(request.outTxIds, content, request.destinationChainId),
      ...renderQuoted(view, chains),
      ...renderAppFees(content, appFeeCurrency(view, chains, priceOf)),
      ...(request.amountOut === undefined ? {} : { amountOut: request.amountOut.toString() }),
    },
    protocol: renderProtocol(content, chains, includeOrderData),
  };
}

/** The stored quote as it was answered; undefined where it is not readable. */
function viewOf({ request, currencies }: RequestContent): QuoteView | undefined {
  const { payer, recipient } = request;
  const figures = decodeStoredQuote(request.quote, { payer, recipient, currencies });
  return figures === undefined ? undefined : quoteView(figures);
}

/** A fill costs its sponsor what was quoted, so what came of it is the quote and the payment. */
function withSponsorPayment(
  view: QuoteView | undefined,
  { request, order }: RequestContent,
): QuoteView | undefined {
  const charge = order?.executionTerms?.sponsor;
  if (view === undefined || charge === undefined || !request.hasSponsorPaid) return view;
  const { quoted } = view.feeSponsorship;
  const sponsorPayment = {
    amount: charge.microUsd,
    amountUsd: Money.formatUsd(BigInt(charge.microUsd)),
    ...charge.currency,
  };
  return { ...view, feeSponsorship: { quoted, actual: { ...quoted, sponsorPayment } } };
}

function renderAddress({ address, request }: RequestContent): RequestEntry['depositAddress'] {
  if (address === undefined) return null;
  return {
    address: address.address,
    depositAddressType: address.type,
    depositor: address.depositor,
    depositTxHash: request.inTxIds[0] ?? null,
  };
}

/** Decimals and price of now of the currency of app fees; undefined where there is no price. */
function appFeeCurrency(
  view: QuoteView | undefined,
  chains: Chains,
  priceOf: RenderOptions['priceOf'],
): PricedAsset | undefined {
  const assetId = view === undefined ? undefined : assetIdOf(view.fees.app, chains);
  const price = assetId === undefined ? undefined : priceOf(assetId);
  return view === undefined || price === undefined
    ? undefined
    : { decimals: view.fees.app.currency.decimals, price };
}

function renderAppFees(
  { request, order }: RequestContent,
  side: PricedAsset | undefined,
): Pick<RequestEntry['data'], 'appFees' | 'paidAppFees'> {
  const appFees = (order?.executionTerms?.appFees ?? []).map(
    ({ account, amount, bps, microUsd }) => ({
      recipient: account,
      ...(bps === undefined ? {} : { bps }),
      amount,
      ...(microUsd === undefined ? {} : { amountUsd: Money.formatUsd(BigInt(microUsd)) }),
      ...(side === undefined
        ? {}
        : {
            amountUsdCurrent: Money.formatUsd(
              Money.usdDown(BigInt(amount), side.decimals, side.price),
            ),
          }),
    }),
  );
  return { appFees, paidAppFees: request.status === 'success' ? appFees : [] };
}

/** @param chainId - where a transaction belongs that was sent and not seen yet */
function describeTransactions(
  ids: readonly string[],
  { transactions }: RequestContent,
  chainId: number,
): Transaction[] {
  return ids.map((hash) => {
    const seen = transactions.find(({ txId }) => txId === hash);
    if (seen === undefined) return { hash, chainId, type: 'onchain', status: 'pending' };
    return {
      ...{ hash, chainId: seen.chainId, type: 'onchain', status: 'success', block: seen.height },
      ...(seen.time === undefined ? {} : { timestamp: seen.time }),
      ...(seen.gasCost === undefined ? {} : { fee: seen.gasCost.toString() }),
    };
  });
}

function renderProtocol(
  { request, order, transactions }: RequestContent,
  chains: Chains,
  includeOrderData: boolean,
): Protocol {
  const data = order === undefined ? undefined : readOrder(order);
  const deposit = transactions.find(({ role }) => role === 'deposit');
  const places = (role: RequestTransaction['role']): { chainId: number; transactionId: string }[] =>
    transactions
      .filter((each) => each.role === role)
      .map(({ chainId, txId }) => ({ chainId, transactionId: txId }));
  return {
    orderId: request.orderId,
    hubType: 'onchain',
    isWithdrawable: false,
    ...(data === undefined ? {} : { solver: solverOf(data, chains) }),
    ...(deposit === undefined ? {} : { deposit: { origin: depositOf(deposit, chains) } }),
    settlement: { destination: { fills: places('fill'), refunds: places('refund') } },
    ...(data === undefined || !includeOrderData ? {} : { orderData: data }),
  };
}

/** An order was signed as it is stored, so its shape is known. */
function readOrder({ data }: StoredOrder): OrderData {
  const parsed = orderDataSchema.safeParse(data);
  assert(parsed.success, 'a stored order has the shape of an order');
  return parsed.data;
}

function solverOf(
  { solver, solverChainId }: OrderData,
  chains: Chains,
): NonNullable<Protocol['solver']> {
  const chain = chains.all.find(({ slug }) => slug === solverChainId);
  return {
    address: solver,
    protocolChainId: solverChainId,
    ...(chain === undefined ? {} : { chainId: chain.id }),
  };
}

function depositOf(
  { amount, chainId, currency, account, txId }: RequestTransaction,
  chains: Chains,
): NonNullable<Protocol['deposit']>['origin'] {
  const depository = chains.all.find(({ id }) => id === chainId)?.deposit?.depository;
  return {
    amount: amount.toString(),
    chainId,
    currency,
    depositor: account,
    ...(depository === undefined ? {} : { depository }),
    transactionId: txId,
  };
}
