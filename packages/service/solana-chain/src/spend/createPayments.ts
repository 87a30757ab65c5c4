import { assert } from '@portage/core';
import type {
  CollectionIntent,
  FillIntent,
  OrderCalls,
  PaymentAuthorization,
  PaymentIntent,
  RefundIntent,
} from '@portage/core/chain';
import type { Allocator, ReleaseIntent } from '@portage/core/plugin';
import { solanaCodec } from '@portage/solana/codec';
import {
  createAssociatedToken,
  executeTransfer,
  fill,
  keyedSwap,
  walletSwap,
  type DepositoryAddresses,
} from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';
import { readCalls } from '../calls/createOrderCalls.js';
import type { TokenProgramOf } from '../rpc/tokenPrograms.js';
import type { SwapTermsOf } from '../swap/openSwaps.js';
import { mintOf } from '../swap/venue/mintOf.js';
import { judgeInstruction, type VenueRules } from '../swap/venue/judgeInstruction.js';
import { isVenueCall, readVenueCall } from '../swap/venue/venueCall.js';
import { transferRequestOf } from './createAllocator.js';

/** Seconds for which a payment may be carried out; a blockhash lives for about one minute. */
const lifetimeSeconds = 600;
/**
 * Payments that are signed together must not have the same bytes, or they would be one transaction:
 * their deadlines differ.
 */
const spread = 64n;
/** Seconds after its signing up to which a payment may be carried out, at most. */
export const paymentSecondsMax: number = lifetimeSeconds + Number(spread);

/** Options of {@link createPayments}. */
export interface PaymentsOptions {
  readonly chainId: number;
  readonly depository: string;
  readonly addresses: DepositoryAddresses;
  readonly filler: string;
  readonly solver: string;
  readonly allocator: Allocator;
  readonly tokenProgramOf: TokenProgramOf;
  /** Judges the instructions of callers. */
  readonly orderCalls: Pick<OrderCalls, 'check'>;
  /** Reads the calls of swaps; undefined where nothing is swapped. */
  readonly termsOf?: SwapTermsOf | undefined;
  /** Bounds of instructions of venues; undefined where none are asked. */
  readonly venueRules?: VenueRules | undefined;
}

/** Time and sequence of a payment. */
export interface PaymentMoment {
  /** Unix seconds, as the chain says. */
  readonly time: number;
  readonly sequence: bigint;
}

/** Instructions of a payment, with what in them anybody may carry out. */
export interface PaymentInstructions {
  readonly instructions: readonly Instruction[];
  readonly authorization?: PaymentAuthorization | undefined;
}

/** The instructions that make payments and collections. */
export type Payments = (
  intent: PaymentIntent | CollectionIntent,
  at: PaymentMoment,
) => Promise<PaymentInstructions>;

/** A release from the depository, but for what all of them share. */
type NewRelease = Omit<ReleaseIntent, 'chainId' | 'depository'>;

/**
 * Makes the instructions of payments. A refund in a token opens the recipient's account where it is
 * missing, and so does a payment whose order paid for that; the solver lays out the rent.
 */
export function createPayments(options: PaymentsOptions): Payments {
  const { chainId, depository, addresses, solver, allocator, tokenProgramOf } = options;
  const opening = (intent: PaymentIntent): readonly Instruction[] => {
    const { currency: mint, recipient: owner } = intent;
    const isBorne = intent.type === 'refund' || intent.opensAccount === true;
    return isBorne && mint !== solanaCodec.nativeCurrency
      ? [createAssociatedToken(solver, { owner, mint, tokenProgram: tokenProgramOf(mint) })]
      : [];
  };

  const sign = async (terms: NewRelease): Promise<PaymentInstructions> => {
    const release = { ...terms, chainId, depository };
    const request = transferRequestOf(release, addresses);
    const instructions = executeTransfer(
      {
        depository,
        request,
        tokenProgram: tokenProgramOf(request.token),
        executor: solver,
        allocator: allocator.address,
        signature: await allocator.sign(release),
      },
      addresses,
    );
    return { instructions, authorization: { nonce: request.nonce, expiry: release.expiry } };
  };
  const refund = (
    { orderId, depositor, recipient, currency, amount, key }: RefundIntent,
    expiry: number,
  ): Promise<PaymentInstructions> =>
    sign({
      purpose: 'refund',
      orderId,
      key,
      recipient,
      currency,
      amount,
      expiry,
      releases: [{ orderId, depositor, amount }],
    });
  const collect = (
    { orderId, currency, amount, releases }: CollectionIntent,
    expiry: number,
  ): Promise<PaymentInstructions> =>
    sign({
      purpose: 'collection',
      orderId,
      key: '',
      currency,
      amount,
      releases,
      expiry,
      recipient: solver,
    });

  return async (intent, { time, sequence }) => {
    const until = Math.floor(time) + lifetimeSeconds + Number(sequence % spread);
    if (intent.type === 'collection') return collect(intent, until);
    const opened = opening(intent);
    if (intent.type === 'fill') {
      const filled = fillInstruction(intent, options, BigInt(until));
      const called = callInstructions(intent, options);
      return { instructions: [...opened, ...swapping(intent, options), filled, ...called] };
    }
    const { instructions, authorization } = await refund(intent, until);
    return { instructions: [...opened, ...instructions], authorization };
  };
}

function fillInstruction(
  { orderId: order, recipient, currency, amount }: FillIntent,
  { filler, solver, tokenProgramOf }: Pick<PaymentsOptions, 'filler' | 'solver' | 'tokenProgramOf'>,
  deadline: bigint,
): Instruction {
  const tokenProgram = tokenProgramOf(currency);
  return fill({ filler, solver, recipient, currency, tokenProgram, amount, order, deadline });
}

/** Instructions of the caller behind the payment. They are judged wherever something is signed. */
function callInstructions(
  { calls, currency, recipient }: FillIntent,
  { orderCalls }: Pick<PaymentsOptions, 'orderCalls'>,
): readonly Instruction[] {
  if (calls.length === 0) return [];
  orderCalls.check({ calls, authorizations: [], payment: { currency, recipient } });
  return readCalls(calls);
}

/** The solver's own swap, which brings what the fill behind it names, or all of it fails. */
function swapping(
  { swap, currency, amount }: FillIntent,
  { solver, termsOf, venueRules }: Pick<PaymentsOptions, 'solver' | 'termsOf' | 'venueRules'>,
): readonly Instruction[] {
  if (swap === undefined) return [];
  const [call, ...others] = swap.calls;
  assert(call !== undefined && others.length === 0, 'a swap is one call');
  assert(swap.minimum === amount, 'a fill names what its swap brings at least');
  const ends = { owner: solver, currencyIn: swap.currency, currencyOut: currency };
  if (!isVenueCall(call)) {
    assert(termsOf !== undefined, 'pools of open payments are followed');
    return walletSwap({ ...ends, swap: termsOf(call), recipient: solver, rentPayer: solver });
  }
  // Judged where it was asked for, and once more where it is signed.
  assert(venueRules !== undefined, 'venues of open payments are configured');
  const instruction = readVenueCall(call);
  judgeInstruction(instruction, venueRules, {
    tokenIn: mintOf(swap.currency),
    tokenOut: mintOf(currency),
  });
  const { key } = venueRules;
  return keyedSwap({ ...ends, key, amount: swap.amount, least: amount, instruction });
}
