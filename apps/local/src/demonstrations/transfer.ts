import { Money, type CurrencyAmount, type Quote, type QuoteBody } from '@portage/core';
import { createPortage, type ProgressEvent } from '@portage/sdk';
import { findPlace, type Place } from '../currencies.js';
import type { DemonstrationContext, DemonstrationResult } from './demonstration.js';
import { createBitcoinSide } from './bitcoinSide.js';
import { createEvmSide } from './evmSide.js';
import { createExchangeSide } from './exchangeSide.js';
import type { Side } from './side.js';
import { createSolanaSide } from './solanaSide.js';

/** Transfer through the SDK. */
export interface TransferOptions {
  readonly from: `${string}@${string}`;
  readonly to: `${string}@${string}`;
  /**
   * Amount in whole units of the origin currency; of the destination currency for `EXACT_OUTPUT`.
   */
  readonly amount: string;
  /** Further members of the request, beside user, chains, currencies and amount. */
  readonly members?: Partial<QuoteBody>;
  /** Recipient; a fresh account by default. */
  readonly recipient?: string;
  readonly apiKey?: string;
  /** Milliseconds to wait between the quote and its execution. */
  readonly delayMs?: number;
  /** Called with the quote before anything of it is paid. */
  readonly onQuote?: (quote: Quote) => Promise<void>;
  /** Called with the transaction of the deposit, once, as soon as it is sent. */
  readonly onDeposit?: (txId: string) => void;
  /** Called with each event, and the seconds since the request for the quote. */
  readonly onEvent?: (event: ProgressEvent, seconds: number) => void;
}

/** Transfer that ended. */
export interface Transfer {
  readonly quote: Quote;
  readonly status: 'success' | 'refund' | 'failure';
  readonly from: Place;
  readonly to: Place;
  /**
   * Balances of the recipient on the destination chain and of the refund account on the origin
   * chain, read from the chains.
   */
  readonly received: bigint;
  readonly refunded: bigint;
  readonly inTxHashes: readonly string[];
  readonly txHashes: readonly string[];
  readonly seconds: number;
}

/**
 * Quotes, verifies, executes and waits, then reads the balances of accounts that never held
 * anything before.
 */
export async function transfer(
  context: DemonstrationContext,
  options: TransferOptions,
): Promise<Transfer> {
  const from = findPlace(context.devnet, options.from);
  const to = findPlace(context.devnet, options.to);
  const [origin, destination] = [openSide(context, from), openSide(context, to)];
  const recipient = options.recipient ?? (await destination.freshAccount());
  const refundTo = await origin.freshAccount();
  const { apiKey } = options;
  const portage = createPortage({
    baseUrl: context.serviceUrl,
    executors: [origin.executor, destination.executor],
    source: 'portage.local',
    apiKey,
  });
  const basis = options.members?.tradeType === 'EXACT_OUTPUT' ? to : from;
  const request: QuoteBody = {
    ...options.members,
    user: origin.user,
    recipient,
    refundTo,
    originChainId: from.chainId,
    destinationChainId: to.chainId,
    originCurrency: from.address,
    destinationCurrency: to.address,
    amount: Money.parse(options.amount, basis.decimals).toString(),
  };
  const started = performance.now();
  const quote = await portage.getQuote(request);
  await options.onQuote?.(quote);
  await new Promise((resolve) => setTimeout(resolve, options.delayMs ?? 0));
  const { currencyIn, currencyOut } = quote.details;
  const { status } = await portage.execute({
    // A client that does not look at the time stands for one that pays late.
    quote: options.delayMs === undefined ? quote : { ...quote, expiresAt: undefined },
    request,
    // The demonstration stands for a user who has seen these amounts.
    maxAmountIn: currencyIn.amount,
    minAmountOut: currencyOut.minimumAmount,
    signal: context.signal,
    onProgress: (_, event) => {
      if (event.type === 'submitted' && event.submission.type === 'transaction')
        options.onDeposit?.(event.submission.txId);
      options.onEvent?.(event, secondsSince(started));
    },
  });
  const seconds = secondsSince(started);
  const { inTxHashes, txHashes } = await portage.getStatus(quote.requestId);
  const received = await destination.balanceOf(to, recipient);
  const refunded = await origin.balanceOf(from, refundTo);
  return { quote, status, from, to, received, refunded, inTxHashes, txHashes, seconds };
}

function secondsSince(started: number): number {
  return Math.round(performance.now() - started) / 1000;
}

/** Actions on the chains of each family. */
const sides: Readonly<Record<Place['vm'], (context: DemonstrationContext) => Side>> = {
  evm: createEvmSide,
  svm: createSolanaSide,
  bvm: createBitcoinSide,
  lvm: createExchangeSide,
};

/** Opens the side of a currency with the accounts of a demonstration. */
export function openSide(context: DemonstrationContext, { vm }: Place): Side {
  return sides[vm](context);
}

/** Lines that a demonstration adds to the report of a transfer. */
export interface TransferSummary extends Pick<DemonstrationResult, 'summary' | 'checked'> {
  /** Amount paid out; by default the growth of the recipient's balance. */
  readonly amountOut?: bigint;
}

/** Report of a transfer, the same for every demonstration. */
export function describe(done: Transfer, said: TransferSummary): DemonstrationResult {
  const { quote, from, to } = done;
  const fees: Readonly<Record<string, CurrencyAmount>> = { ...quote.fees };
  return {
    requestId: quote.requestId,
    originChainId: from.chainId,
    destinationChainId: to.chainId,
    inTxHashes: done.inTxHashes,
    txHashes: done.txHashes,
    amountIn: quote.details.currencyIn.amount,
    amountOut: (said.amountOut ?? done.received).toString(),
    fees: Object.fromEntries(
      Object.entries(fees).map(([member, { amount, amountUsd, currency }]) => [
        member,
        { amount, amountUsd, symbol: currency.symbol },
      ]),
    ),
    seconds: done.seconds,
    summary: said.summary,
    checked: said.checked,
  };
}

/** `0.1 ETH on base → 0.0999 ETH on optimism`. */
export function routeOf({ quote, from, to, received }: Transfer): string {
  const paid = Money.format(BigInt(quote.details.currencyIn.amount), from.decimals);
  return `${paid} ${from.symbol} on ${from.slug} → ${Money.format(received, to.decimals)} ${to.symbol} on ${to.slug}`;
}

/** Throws if a demonstration's claim does not hold. */
export function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`This does not hold: ${what}.`);
}
