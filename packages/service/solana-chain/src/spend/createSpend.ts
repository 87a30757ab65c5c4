import {
  assert,
  PortageError,
  type SignedTransaction,
  type Spend,
  type SpendIntent,
} from '@portage/core';
import { programs } from '@portage/solana/program';
import {
  readComputeUnitPrice,
  setComputeUnitLimit,
  setComputeUnitPrice,
} from '@portage/solana/transaction';
import type { Instruction } from '@portage/solana/transaction';
import { readTransaction } from '@portage/solana/transaction';
import { computeUnitLimit } from '../gas/computeUnits.js';
import { broadcast } from './broadcast.js';
import type { Blockhash } from './createBlockhashes.js';
import { createInspect, isExpired, type InspectOptions } from './createInspect.js';
import type { Key } from './createKey.js';
import type { Payments } from './createPayments.js';
import { signInstructions } from './signInstructions.js';
import { readStoredBytes, storedBytes } from './storedBytes.js';

/** Compute units of a transfer to oneself. */
const idleUnits = 1_000;
/** Transfers to oneself that are signed together differ in what they move. */
const idleSpread = 1_000n;

/** What spending needs. */
export interface SpendOptions extends Omit<InspectOptions, 'sender'> {
  readonly solver: Key;
  readonly payments: Payments;
  /**
   * What to sign with now. @throws PortageError `PRICE_FETCH_FAILED` when it is not known, or too
   * old
   */
  readonly blockhash: () => Blockhash;
  /** Micro-lamports for each compute unit that a transaction should offer now. */
  readonly price: () => bigint;
  /** The most that a compute unit may cost, in micro-lamports. */
  readonly priceCeiling: bigint;
}

/**
 * Signs and sends with the solver's key. The chain does not count transactions: what is signed
 * lands within its blockhash's life or never. So a payment is signed anew only when what was signed
 * before can no longer land, and the marker of an order or a refund makes the chain itself refuse a
 * second one.
 */
export function createSpend(options: SpendOptions): Spend {
  const { rpc, solver, payments } = options;
  let highest = -1n;

  const sign = (
    instructions: readonly Instruction[],
    sequence: bigint,
    { blockhash, lastValidBlockHeight }: Blockhash,
  ): SignedTransaction => {
    const { txId, transaction } = signInstructions(solver, instructions, blockhash);
    return {
      txId,
      raw: storedBytes(transaction, lastValidBlockHeight),
      sender: solver.address,
      sequence,
    };
  };
  const signIntent = (
    intent: SpendIntent,
    sequence: bigint,
    blockhash: Blockhash,
    price: bigint,
  ): SignedTransaction => {
    if (intent.type === 'call')
      throw new PortageError('UNSUPPORTED_FEATURE', {
        message: 'On Solana the solver makes payments only.',
      });
    return sign(
      [
        ...budget(computeUnitLimit(intent), price),
        ...payments(intent, { time: blockhash.time, sequence }),
      ],
      sequence,
      blockhash,
    );
  };
  const hasExpired = (previous: SignedTransaction): Promise<boolean> =>
    isExpired(
      {
        txId: previous.txId,
        lastValidBlockHeight: readStoredBytes(previous.raw).lastValidBlockHeight,
      },
      options,
    );
  /** What did not land is offered twice as much, or what the market asks if that is more. */
  const raisedPrice = (previous: SignedTransaction): bigint => {
    const doubled = 2n * readPrice(previous);
    const market = options.price();
    const wanted = doubled > market ? doubled : market;
    return wanted < options.priceCeiling ? wanted : options.priceCeiling;
  };

  return {
    sender: solver.address,
    nextSequence: () => Promise.resolve(highest + 1n),
    // One blockhash and one price for all of them, so that the same payments have the same bytes.
    prepare: (intents, firstSequence) => {
      const [blockhash, price] = [options.blockhash(), options.price()];
      return Promise.resolve(
        intents.map((intent, index) =>
          signIntent(intent, firstSequence + BigInt(index), blockhash, price),
        ),
      );
    },
    bump: async (intent, previous) =>
      (await hasExpired(previous))
        ? signIntent(intent, previous.sequence, options.blockhash(), raisedPrice(previous))
        : previous,
    cancel: async (sequence, previous) => {
      assert(
        previous === undefined || previous.sequence === sequence,
        'a cancellation uses the sequence that it cancels',
      );
      if (previous !== undefined && !(await hasExpired(previous))) {
        throw new PortageError('SERVICE_UNAVAILABLE', {
          message:
            'The transaction may still land: nothing can take its place until it has expired.',
          hint: 'Ask again in a minute.',
        });
      }
      return sign(
        [...budget(idleUnits, options.price()), idle(solver.address, sequence % idleSpread)],
        sequence,
        options.blockhash(),
      );
    },
    broadcast: async (transactions, signal) => {
      for (const { sequence } of transactions) highest = sequence > highest ? sequence : highest;
      return broadcast(rpc, transactions, signal);
    },
    inspect: createInspect({ ...options, sender: solver.address }),
  };
}

function budget(units: number, price: bigint): readonly Instruction[] {
  return [setComputeUnitLimit(units), ...(price === 0n ? [] : [setComputeUnitPrice(price)])];
}

function readPrice({ raw }: SignedTransaction): bigint {
  const instructions =
    readTransaction(readStoredBytes(raw).transaction)?.message.instructions ?? [];
  return instructions.map(readComputeUnitPrice).find((price) => price !== undefined) ?? 0n;
}

/** A transfer of the system program, from the account to itself. */
function idle(account: string, lamports: bigint): Instruction {
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, 2, true);
  view.setBigUint64(4, lamports, true);
  return {
    programId: programs.system,
    keys: [
      { pubkey: account, isSigner: true, isWritable: true },
      { pubkey: account, isSigner: false, isWritable: true },
    ],
    data,
  };
}
