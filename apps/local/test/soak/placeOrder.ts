import { describeError, Money, type Quote, type QuoteBody } from '@portage/core';
import { createPortage } from '@portage/sdk';
import { findPlace, type Place } from '../../src/currencies.js';
import type { DemonstrationContext } from '../../src/demonstrations/demonstration.js';
import { openSide } from '../../src/demonstrations/transfer.js';
import type { Hex } from 'viem';
import { pause } from './startLiars.js';
import { untilVanished } from './untilVanished.js';
import type { OrderKind } from './orderKinds.js';

/** Milliseconds until an order counts as one that never ends. */
const orderMsMax = 150_000;
/** Milliseconds that an order of one second is old when a late payer pays. */
const lateMs = 2_000;
/** Milliseconds before a payer whose wallet refused tries again. */
const unpaidMs = 3_000;
/** Times that a payer pays anew after a deposit that was taken back, or was none. */
const paymentsMax = 5;

/** Order of a soak, with the accounts that only it pays to. */
export interface PlacedOrder {
  readonly kind: OrderKind;
  readonly quote: Quote;
  readonly from: Place;
  readonly to: Place;
  readonly recipient: string;
  readonly refundTo: string;
  /** Times that its payer paid: again where a fork took the payment back. */
  readonly payments: number;
  /** Whether anything but an approval was submitted. */
  readonly isSubmitted: boolean;
  /** Status at its end; undefined where it never ended. */
  readonly status: string | undefined;
  /** Why a deposit could not be given back; undefined where the end is not known. */
  readonly refundFailReason?: string | undefined;
  readonly seconds: number;
  /** Errors that the payer's client reported on the way. */
  readonly errors: readonly string[];
}

/** Surroundings of an order. */
export interface PlaceOptions {
  readonly context: DemonstrationContext;
  /** Called with the quote, before anything is paid. */
  readonly onQuote: (quote: Quote, recipient: string) => void;
  /** Waits until one of these transactions is gone for good. */
  readonly untilLost: (txIds: ReadonlySet<string>, signal: AbortSignal) => Promise<void>;
}

/** Quotes an order, pays it as its kind says, and waits for its end. */
export async function placeOrder(kind: OrderKind, options: PlaceOptions): Promise<PlacedOrder> {
  const { context } = options;
  const [from, to] = [findPlace(context.devnet, kind.from), findPlace(context.devnet, kind.to)];
  const [origin, destination] = [openSide(context, from), openSide(context, to)];
  const recipient = await destination.freshAccount();
  const refundTo = await origin.freshAccount();
  const portage = createPortage({
    baseUrl: context.serviceUrl,
    executors: [origin.executor, destination.executor],
    source: 'portage.soak',
    apiKey: kind.apiKey,
  });
  const members = kind.members?.(recipient);
  const basis = members?.tradeType === 'EXACT_OUTPUT' ? to : from;
  const request: QuoteBody = {
    ...members,
    user: origin.user,
    recipient,
    refundTo,
    originChainId: from.chainId,
    destinationChainId: to.chainId,
    originCurrency: from.address,
    destinationCurrency: to.address,
    amount: Money.parse(kind.amount, basis.decimals).toString(),
  };
  const started = performance.now();
  const quote = await portage.getQuote(request);
  options.onQuote(quote, recipient);
  await kind.onQuote?.(quote);
  if (kind.isLate === true) await untilLate(context, from, Date.now() + lateMs);
  const errors: string[] = [];
  const txIds: string[] = [];
  let isSubmitted = false;
  const pay = (signal: AbortSignal, onSent: (txId: string) => void): Promise<unknown> =>
    portage.execute({
      // A client that does not look at the time stands for one that pays late.
      quote: kind.isLate !== true ? quote : { ...quote, expiresAt: undefined },
      request,
      maxAmountIn: quote.details.currencyIn.amount,
      minAmountOut: quote.details.currencyOut.minimumAmount,
      signal,
      timeoutMs: orderMsMax,
      onProgress: (_, event) => {
        if (event.type !== 'submitted') return;
        isSubmitted ||= quote.steps[event.step]?.id !== 'approve';
        if (event.submission.type !== 'transaction') return;
        txIds.push(event.submission.txId);
        onSent(event.submission.txId);
      },
    });
  const untilLost: PlaceOptions['untilLost'] = (sent, signal) =>
    Promise.race([
      options.untilLost(sent, signal),
      untilVanished(context.devnet, from, sent, signal),
    ]);
  // An order that waits was not paid: a wallet may have refused dear gas.
  const isUnpaid = async (): Promise<boolean> =>
    (await portage.getStatus(quote.requestId).catch(() => undefined))?.status === 'waiting';
  const payments = await payUntilItStays(pay, { ...options, untilLost, isUnpaid }, errors);
  const status = await portage
    .waitForStatus(quote.requestId, { signal: context.signal, timeoutMs: orderMsMax })
    .then(
      (last) => last.status,
      (error: unknown) => {
        errors.push(describeError(error));
        return undefined;
      },
    );
  const seconds = (performance.now() - started) / 1_000;
  if (status === undefined || status === 'failure')
    errors.push(await describeWhereabouts(context, from, quote, txIds));
  const accounts = { from, to, recipient, refundTo };
  return { kind, quote, ...accounts, payments, isSubmitted, status, seconds, errors };
}

/** Statuses after which nothing more happens. */
const ends: readonly string[] = ['success', 'refund', 'failure'];

/** Milliseconds in which the last deposits are made that a chain with dear gas has passed over. */
const lastMsMax = 300_000;

/**
 * An order with its end as it is when all faults are over, and why nothing went back if so. Where
 * the service does not answer, it is asked again: what crashed last may still be starting.
 */
export async function askAgain(
  order: PlacedOrder,
  { serviceUrl }: Pick<DemonstrationContext, 'serviceUrl'>,
): Promise<PlacedOrder> {
  if (order.status === 'success' || order.status === 'refund') return order;
  const portage = createPortage({ baseUrl: serviceUrl });
  const patience = AbortSignal.timeout(order.isSubmitted ? lastMsMax : 1);
  for (;;) {
    const last = await portage.getStatus(order.quote.requestId).catch(() => undefined);
    const { status = order.status, refundFailReason } = last ?? {};
    if (patience.aborted || (status !== undefined && ends.includes(status)))
      return { ...order, status, refundFailReason };
    await pause(1_000, patience);
  }
}

/** Describes where the service and the payer's chain leave an order that did not end. */
async function describeWhereabouts(
  { devnet, serviceUrl }: DemonstrationContext,
  { chainId, vm }: Place,
  { requestId }: Quote,
  txIds: readonly string[],
): Promise<string> {
  const last = await createPortage({ baseUrl: serviceUrl })
    .getStatus(requestId)
    .then(({ status, failReason }) => `${status} ${failReason}`, describeError);
  const receipts = txIds.map(async (txId) => {
    if (vm !== 'evm') return txId;
    // Ids of transactions on EVM chains are hex.
    const receipt = devnet.client(chainId).getTransactionReceipt({ hash: txId as Hex });
    return `${txId} ${await receipt.then((found) => found.status, describeError)}`;
  });
  return `status ${last}; paid by ${(await Promise.all(receipts)).join(', ') || 'nothing'}`;
}

/** Pays; where a fork takes the payment back, pays again. Returns how often it was paid. */
async function payUntilItStays(
  pay: (signal: AbortSignal, onSent: (txId: string) => void) => Promise<unknown>,
  { context, untilLost, isUnpaid }: PlaceOptions & { readonly isUnpaid: () => Promise<boolean> },
  errors: string[],
): Promise<number> {
  for (let payments = 1; payments < paymentsMax; payments += 1) {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, context.signal]);
    const sent = new Set<string>();
    const lost = untilLost(sent, signal).then(() => {
      const isLost = !signal.aborted;
      stop.abort();
      return isLost;
    });
    const error = await pay(signal, (txId) => sent.add(txId)).then(() => undefined, describeError);
    stop.abort();
    if (await lost) continue;
    if (error !== undefined && !context.signal.aborted && (await isUnpaid())) {
      errors.push(`not paid: ${error}`);
      await pause(unpaidMs, context.signal);
      continue;
    }
    if (error !== undefined) errors.push(error);
    return payments;
  }
  return paymentsMax;
}

/** Waits until a payer's chain, whose clock may be behind, is later than a time in milliseconds. */
async function untilLate(
  { devnet, signal }: DemonstrationContext,
  { chainId, vm }: Place,
  time: number,
): Promise<void> {
  const chainTime = async (): Promise<number> =>
    vm === 'evm' ? 1_000 * Number((await devnet.client(chainId).getBlock()).timestamp) : Date.now();
  while (!signal.aborted && (await chainTime()) <= time) await pause(200, signal);
}
