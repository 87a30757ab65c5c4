import {
  assert,
  failReasons,
  Money,
  refundFailReasons,
  type CurrencyAmount,
  type OrderData,
  type Price,
  type RequestEntry,
  type PricedAsset,
} from '@portage/core';
import type { Chains } from '@portage/core/chain';
import { orderDataSchema } from '@portage/core/schemas';
import { quoteView, type QuoteView, type SettledQuote } from '@portage/quoter';
import type { RequestFacts } from '@portage/settlement';
import { sponsorPayment } from './bookedFigures.js';
import { describeTransactions } from './describeTransactions.js';
import { gasTopup } from './gasTopup.js';
import { refundedAmount } from './refundedAmount.js';
import { assetIdOf, renderQuoted } from './renderQuoted.js';
import type { RequestContent } from './requestContent.js';
import { requestFigures } from './requestFigures.js';
import { wireReason } from './wireReason.js';

type Protocol = NonNullable<RequestEntry['protocol']>;

type RequestTransaction = RequestFacts['transactions'][number];
type StoredOrder = NonNullable<RequestFacts['order']>;

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
  const { figures, settled } = requestFigures(content, chains);
  const quoted = figures === undefined ? undefined : quoteView(figures);
  const view = withActual(quoted, settled, content);
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
      ...(content.failed === undefined
        ? {}
        : { failedTxHash: content.failed.txId, failedTxBlockNumber: content.failed.height }),
      inTxs: describeTransactions(request.inTxIds, content, {
        chains,
        chainId: request.originChainId,
      }),
      outTxs: describeTransactions(request.outTxIds, content, {
        chains,
        chainId: request.destinationChainId,
      }),
      ...renderQuoted(
        view,
        {
          settled,
          topup: topupOf(content, chains),
          isExternal: isExternal(content),
          refunded: figures === undefined ? undefined : refundedAmount(content, figures),
        },
        chains,
      ),
      ...renderAppFees(content, appFeeCurrency(view, chains, priceOf)),
      ...(request.amountOut === undefined ? {} : { amountOut: request.amountOut.toString() }),
    },
    protocol: renderProtocol(content, chains, includeOrderData),
  };
}

/** Whether its payment waits for inventory of another chain. */
function isExternal({ order }: RequestContent): boolean {
  return order?.executionTerms?.external !== undefined;
}

/** Gas top-up of the order; undefined without one. */
function topupOf({ request, order }: RequestContent, chains: Chains): CurrencyAmount | undefined {
  const native = chains.all.find(({ id }) => id === request.destinationChainId)?.native;
  return order === undefined || native === undefined
    ? undefined
    : gasTopup(readOrder(order), {
        chainId: request.destinationChainId,
        native,
        usdE12: order.executionTerms?.quoted?.nativeUsdE12,
      });
}

/** Adds what was booked with the fill to what was quoted. */
function withActual(
  view: QuoteView | undefined,
  settled: SettledQuote | undefined,
  { order, books }: RequestContent,
): QuoteView | undefined {
  if (view === undefined || settled?.actual === undefined) return view;
  const { quoted } = view.feeSponsorship;
  const paid = sponsorPayment(books);
  const payment = {
    amount: paid.toString(),
    amountUsd: Money.formatUsd(paid),
    ...order?.executionTerms?.sponsor?.currency,
  };
  const actual = {
    ...settled.actual.feeSponsorship,
    ...(paid === 0n ? {} : { sponsorPayment: payment }),
  };
  return { ...view, feeSponsorship: { quoted, actual } };
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

function renderProtocol(
  { request, order, transactions, isWithdrawable }: RequestContent,
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
    isWithdrawable,
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
