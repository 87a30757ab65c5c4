import { assert, PortageError } from '@portage/core';
import type { SwapPart, SwapRequest, SwapSource } from '@portage/core/chain';
import { wrappedSol } from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';
import { createAnswers } from './createAnswers.js';
import { createVenueClient, type VenuePayment } from './createVenueClient.js';
import { judgeInstruction, type VenueRules } from './judgeInstruction.js';
import { checkFits } from './checkFits.js';
import type { VenueTerms } from './readVenueQuote.js';
import type { ParsedVenueConfig } from '../../venueConfig.js';
import { venueCall } from './venueCall.js';

/** A source that is asked over the network. */
export interface VenueSource extends SwapSource {
  /** As `Swaps.ask`. */
  ask(request: SwapRequest, caller?: string): Promise<void> | 'full' | undefined;
}

/** Venue and circumstances of {@link createVenueSource}. */
export interface VenueSourceOptions {
  readonly config: ParsedVenueConfig;
  /** Mints of the listed tokens. */
  readonly mints: readonly string[];
  /** Pays and signs; undefined in a process that pays nothing. */
  readonly solver: string | undefined;
  /** Bounds of instructions; undefined in a process without the solver's key. */
  readonly rules: VenueRules | undefined;
  readonly clock: () => number;
  readonly log: (message: string, context: Readonly<Record<string, unknown>>) => void;
  readonly signal: AbortSignal;
}

/** Milliseconds for which an estimate is kept, and an instruction. */
const [estimateMs, paymentMs] = [3_000, 10_000];
/** Compute units of the two transfers around an instruction, beside its own. */
const transferUnits = 12_000;
/** Bits of an amount that estimates tell apart. */
const cellBits = 7;

/**
 * A venue of the shape of Jupiter's Swap API, for swaps of the solver. It quotes from the answers
 * that were asked for before. Quotes ask in cells: an amount counts as its part of the next larger
 * one of 7 bits, which a venue whose price falls with the amount never falls below. Payments ask
 * for their exact amount, with the instruction that makes it.
 */
export function createVenueSource(options: VenueSourceOptions): VenueSource {
  const { config, mints, solver, rules, clock, log, signal } = options;
  const { id, computeUnits } = config;
  // Payments have connections of their own: no caller's quotes come before them.
  const client = createVenueClient({ ...config, signal });
  const payer = createVenueClient({ ...config, signal });
  const onFailure = (error: unknown): void => {
    const reason = error instanceof PortageError ? error.message : 'it failed';
    if (!signal.aborted) log('a venue of swaps has no answer', { venue: id, reason });
  };
  const estimates = createAnswers<bigint>({ keptMs: estimateMs, clock, onFailure });
  const payments = createAnswers<VenuePayment>({ keptMs: paymentMs, clock, onFailure });
  /** Instructions of the answers that were quoted, by the parts of their quotes. */
  const payable = new WeakMap<SwapPart, Instruction>();
  const takes = (request: SwapRequest): boolean => isTaken(request, id, mints);
  const pay = async (terms: VenueTerms): Promise<VenuePayment> => {
    if (rules === undefined || solver === undefined) throw new PortageError('UNSUPPORTED_FEATURE');
    const payment = await payer.payment(terms, rules.key);
    judgeInstruction(payment.instruction, rules, terms);
    checkFits(payment.instruction, { solver, key: rules.key, mints: terms });
    return payment;
  };
  return {
    id,
    pools: () => undefined,
    ask: (request, caller) => {
      if (!takes(request)) return undefined;
      if (request.venues === 'payment') {
        const terms = termsOf(request);
        return rules === undefined ? undefined : payments.ask(questionOf(terms), () => pay(terms));
      }
      if (request.venues === undefined) return undefined;
      const cell = { ...termsOf(request), amount: cellOf(request.amount) };
      return estimates.ask(questionOf(cell), () => client.estimate(cell), caller);
    },
    quote: (request) => {
      if (!takes(request) || request.venues === undefined) return undefined;
      const isEstimate = request.venues === 'estimate';
      const terms = termsOf(request);
      const cell = cellOf(request.amount);
      const question = questionOf(isEstimate ? { ...terms, amount: cell } : terms);
      const answer = isEstimate ? estimates.get(question) : undefined;
      const payment = isEstimate ? undefined : payments.get(question);
      const amountOut =
        answer?.value === undefined
          ? payment?.value?.amountOut
          : (answer.value * request.amount) / cell;
      if (amountOut === undefined || amountOut === 0n) return undefined;
      const part = partOf(id, terms, amountOut);
      if (payment?.value !== undefined) payable.set(part, payment.value.instruction);
      const { tokenIn, tokenOut, type, amount: amountIn } = request;
      const ends = { tokenIn, tokenOut, type, amountIn, amountOut };
      return {
        value: { ...ends, gas: computeUnits + transferUnits, parts: [part], isEstimate },
        observedAt: (answer ?? payment)?.askedAt ?? 0,
      };
    },
    build: ({ tokenIn, parts }) =>
      parts
        .filter(({ source }) => source === id)
        .map((part) => {
          const instruction = payable.get(part);
          assert(instruction !== undefined, 'a payment is built of its own quote');
          return venueCall(instruction, { tokenIn, amountIn: part.amountIn });
        }),
  };
}

/** Whether a venue is asked for a swap: an exact input, between listed mints. */
function isTaken(request: SwapRequest, id: string, mints: readonly string[]): boolean {
  const { tokenIn, tokenOut, type, amount, included, excluded } = request;
  return (
    type === 'EXACT_INPUT' &&
    amount > 0n &&
    [tokenIn, tokenOut].every((mint) => mint === wrappedSol || mints.includes(mint)) &&
    included?.includes(id) !== false &&
    excluded?.includes(id) !== true
  );
}

function termsOf({ tokenIn, tokenOut, amount, hopsMax }: SwapRequest): VenueTerms {
  return { tokenIn, tokenOut, amount, hopsMax };
}

function questionOf({ tokenIn, tokenOut, amount, hopsMax }: VenueTerms): string {
  return [tokenIn, tokenOut, amount, hopsMax ?? ''].map(String).join(' ');
}

/** The next amount of so many bits, rounded up. */
function cellOf(amount: bigint): bigint {
  const shift = BigInt(Math.max(0, amount.toString(2).length - cellBits));
  return ((amount + (1n << shift) - 1n) >> shift) << shift;
}

function partOf(
  id: string,
  { tokenIn, tokenOut, amount }: VenueTerms,
  amountOut: bigint,
): SwapPart {
  // Through which pools the venue goes is its own to say, and nothing is made of it.
  const hops = [{ pool: id, tokenIn, tokenOut }];
  return { source: id, amountIn: amount, amountOut, hops };
}
