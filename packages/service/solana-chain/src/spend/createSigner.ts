import type {
  CollectionIntent,
  FillIntent,
  PaymentIntent,
  RelayIntent,
  SignedTransaction,
  TransactionIntent,
} from '@portage/core/chain';
import {
  readComputeUnitPrice,
  readTransaction,
  setComputeUnitLimit,
  setComputeUnitPrice,
  type Instruction,
} from '@portage/solana/transaction';
import { callUnits, computeUnitLimit } from '../gas/computeUnits.js';
import type { Blockhash } from './createBlockhashes.js';
import type { Key } from './createKey.js';
import type { PaymentInstructions, Payments } from './createPayments.js';
import { idleTransfer } from './idleTransfer.js';
import type { Call, Calls } from './createCalls.js';
import { signInstructions, unsignedTransaction } from './signInstructions.js';
import { readStoredBytes, storedBytes } from './storedBytes.js';
import { isVenueCall } from '../swap/venue/venueCall.js';

/** Compute units of a transfer to oneself. */
const idleUnits = 1_000;
/** Calls of the same instructions differ in the compute units that they may use. */
const callSpread = 64n;
/** Transfers to oneself that are signed together differ in what they move. */
const idleSpread = 1_000n;

/** Sequence, blockhash and price of one transaction. */
export interface SigningTerms {
  readonly sequence: bigint;
  readonly blockhash: Blockhash;
  /** Micro-lamports for each compute unit. */
  readonly price: bigint;
}

/** Signs transactions with the solver's key, and sweeps with that of their address as well. */
export interface Signer {
  /** @throws PortageError `UNSUPPORTED_FEATURE` for a call that the chain does not know */
  intent(intent: TransactionIntent, terms: SigningTerms): Promise<SignedTransaction>;
  /** A transaction that changes nothing. */
  idle(terms: SigningTerms): SignedTransaction;
  /**
   * Bytes of a call or a fill without signatures, for a simulation. @throws PortageError
   * `UNSUPPORTED_FEATURE` for a call that the chain does not know
   */
  unsigned(intent: RelayIntent | FillIntent, terms: SigningTerms): Promise<Uint8Array>;
}

/** Keys of transactions. */
export interface SigningKeys {
  readonly solver: Key;
  /** Signs instructions of venues; undefined where none are asked. */
  readonly swapKey?: Key | undefined;
}

/** Signs payments, calls and idle transfers. */
export function createSigner(
  { solver, swapKey }: SigningKeys,
  payments: Payments,
  calls: Calls,
): Signer {
  const sign = (
    keys: readonly [Key, ...Key[]],
    instructions: readonly Instruction[],
    { sequence, blockhash }: SigningTerms,
  ): SignedTransaction => {
    const { txId, transaction } = signInstructions(keys, instructions, blockhash.blockhash);
    return {
      txId,
      raw: storedBytes(transaction, blockhash.lastValidBlockHeight),
      sender: solver.address,
      sequence,
    };
  };
  const callOf = (intent: RelayIntent, { sequence, price }: SigningTerms): Call => {
    const { keys, instructions } = calls(intent);
    const units = intent.gasLimit + Number(sequence % callSpread);
    return { keys, instructions: [...computeBudget(units, price), ...instructions] };
  };
  const paymentOf = async (
    intent: PaymentIntent | CollectionIntent,
    { sequence, blockhash, price }: SigningTerms,
  ): Promise<PaymentInstructions> => {
    const swapGas = intent.type === 'fill' ? intent.swap?.gas : undefined;
    const callsGas = intent.type === 'fill' ? callUnits(intent) : undefined;
    const units = computeUnitLimit({ ...intent, swapGas, callsGas });
    const budget = computeBudget(units, price);
    const made = await payments(intent, { time: blockhash.time, sequence });
    return { ...made, instructions: [...budget, ...made.instructions] };
  };
  return {
    intent: async (intent, terms) => {
      if (intent.type === 'relay') {
        const { keys, instructions } = callOf(intent, terms);
        return sign([solver, ...keys], instructions, terms);
      }
      const { instructions, authorization } = await paymentOf(intent, terms);
      const keys: readonly Key[] = swapKey !== undefined && swapsAtVenue(intent) ? [swapKey] : [];
      const signed = sign([solver, ...keys], instructions, terms);
      return authorization === undefined ? signed : { ...signed, authorization };
    },
    idle: (terms) => {
      const idle = idleTransfer(solver.address, terms.sequence % idleSpread);
      return sign([solver], [...computeBudget(idleUnits, terms.price), idle], terms);
    },
    unsigned: async (intent, terms) => {
      const { instructions } =
        intent.type === 'relay' ? callOf(intent, terms) : await paymentOf(intent, terms);
      return unsignedTransaction(solver.address, instructions, terms.blockhash.blockhash);
    },
  };
}

/** Whether a payment swaps by an instruction of a venue, which the swap key signs. */
export function swapsAtVenue(intent: TransactionIntent): boolean {
  return intent.type === 'fill' && intent.swap?.calls.some(isVenueCall) === true;
}

/** Price of a compute unit that a signed transaction offers, in micro-lamports. */
export function offeredPrice({ raw }: SignedTransaction): bigint {
  const instructions =
    readTransaction(readStoredBytes(raw).transaction)?.message.instructions ?? [];
  return instructions.map(readComputeUnitPrice).find((price) => price !== undefined) ?? 0n;
}

function computeBudget(units: number, price: bigint): readonly Instruction[] {
  return [setComputeUnitLimit(units), ...(price === 0n ? [] : [setComputeUnitPrice(price)])];
}
