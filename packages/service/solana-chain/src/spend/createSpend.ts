import { assert, PortageError } from '@portage/core';
import type {
  FillIntent,
  GasOperation,
  SignedTransaction,
  Spend,
  TransactionIntent,
} from '@portage/core/chain';
import type { CoversCost, PaymentMarkers } from '@portage/core/plugin';
import { expectedOperation, type Sender } from '@portage/chain-kit/send';
import { broadcast } from './broadcast.js';
import {
  createAuthorizationFates,
  type AuthorizationFatesOptions,
} from './createAuthorizationFates.js';
import type { Blockhash } from './createBlockhashes.js';
import { createInspect, isExpired, type InspectOptions } from './createInspect.js';
import type { Key } from './createKey.js';
import type { TokenProgramOf } from '../rpc/tokenPrograms.js';
import type { Calls } from './createCalls.js';
import type { Payments } from './createPayments.js';
import { raisedPrice } from '../gas/raisedPrice.js';
import { createSigner, offeredPrice } from './createSigner.js';
import { createSimulate } from './createSimulate.js';
import { readStoredBytes } from './storedBytes.js';

/** Options of {@link createSpend}. */
export interface SpendOptions extends Omit<InspectOptions, 'sender'>, AuthorizationFatesOptions {
  readonly solver: Key;
  /** Signs instructions of venues; undefined where none are asked. */
  readonly swapKey?: Key | undefined;
  readonly sender: Sender;
  readonly payments: Payments;
  readonly calls: Calls;
  readonly markers: PaymentMarkers;
  /**
   * Blockhash to sign with now. @throws PortageError `PRICE_FETCH_FAILED` when it is not known, or
   * too old
   */
  readonly blockhash: () => Blockhash;
  /** Market price of a compute unit, in micro-lamports. */
  readonly price: () => bigint;
  /** Highest price of a compute unit, in micro-lamports. */
  readonly priceCeiling: bigint;
  /** Accounts that hold the solver's money, its own among them. */
  readonly accounts: readonly string[];
  readonly tokenProgramOf: TokenProgramOf;
  /** Rent of an account for a token, lamports, from memory; undefined while it is not known. */
  readonly tokenRent: (mint: string) => bigint | undefined;
  /** Cost of an operation now, in lamports, at a price; undefined while rent is not known. */
  readonly costAt: (operation: GasOperation, price: bigint) => bigint | undefined;
}

/**
 * Signs and sends with the solver's key. The chain does not count transactions: what is signed
 * lands within its blockhash's life or never. So a payment is signed anew only when what was signed
 * before can no longer land, and the marker of an order or a refund makes the chain itself refuse a
 * second one.
 */
export function createSpend(options: SpendOptions): Spend {
  const { rpc, sender, solver, swapKey, payments, calls } = options;
  const signer = createSigner({ solver, swapKey }, payments, calls);
  let highest = -1n;

  return {
    sender: solver.address,
    countsSequences: false,
    nextSequence: () => Promise.resolve(highest + 1n),
    simulate: createSimulate({
      rpc,
      guard: {
        solver: solver.address,
        accounts: options.accounts,
        tokenProgramOf: options.tokenProgramOf,
        costOf: (intent) => costOf(intent, options),
      },
      unsigned: (call) =>
        signer.unsigned(call, {
          sequence: 0n,
          blockhash: options.blockhash(),
          price: options.price(),
        }),
    }),
    // One blockhash and one price for all of them, so that the same payments have the same bytes.
    prepare: (intents, firstSequence) => {
      const [blockhash, price] = [options.blockhash(), options.price()];
      return Promise.all(
        intents.map((intent, index) =>
          signer.intent(intent, { sequence: firstSequence + BigInt(index), blockhash, price }),
        ),
      );
    },
    bump: async (intent, previous, _open, covers) => {
      if (!(await hasExpired(previous, options))) return previous;
      const price = replacementPrice(options, intent, previous, covers);
      return signer.intent(intent, {
        sequence: previous.sequence,
        blockhash: options.blockhash(),
        price,
      });
    },
    cancel: async (sequence, previous) => {
      assert(
        previous === undefined || previous.sequence === sequence,
        'a cancellation uses the sequence that it cancels',
      );
      if (previous !== undefined && !(await hasExpired(previous, options))) {
        throw new PortageError('SERVICE_UNAVAILABLE', {
          message:
            'The transaction may still land: nothing can take its place until it has expired.',
          hint: 'Ask again in a minute.',
        });
      }
      return signer.idle({ sequence, blockhash: options.blockhash(), price: options.price() });
    },
    broadcast: async (transactions, signal) => {
      for (const { sequence } of transactions) highest = sequence > highest ? sequence : highest;
      return broadcast(sender, transactions, signal);
    },
    authorizationFates: createAuthorizationFates(options),
    markers: options.markers,
    inspect: createInspect({ ...options, sender: solver.address }),
  };
}

/**
 * Lamports that a fill may cost beside what it pays: fees, its marker, and the token accounts that
 * it opens. Undefined while rent is not known.
 */
function costOf(
  intent: FillIntent,
  { costAt, price, tokenRent }: Pick<SpendOptions, 'costAt' | 'price' | 'tokenRent'>,
): bigint | undefined {
  const opened = [intent.opensAccount === true, intent.swap !== undefined].filter(Boolean).length;
  const [cost, rent] = [costAt(expectedOperation(intent), price()), tokenRent(intent.currency)];
  return cost === undefined || rent === undefined ? undefined : cost + BigInt(opened) * rent;
}

/**
 * Price of what takes the place of a transaction that has expired. Where a higher one costs more
 * than is covered it keeps its own: nothing of what expired could land once the market has fallen.
 */
function replacementPrice(
  options: SpendOptions,
  intent: TransactionIntent,
  previous: SignedTransaction,
  covers: CoversCost | undefined,
): bigint {
  const offered = offeredPrice(previous);
  const bounds = { market: options.price(), ceiling: options.priceCeiling };
  const raised = raisedPrice(offered, bounds);
  if (covers === undefined) return raised;
  const cost = options.costAt(expectedOperation(intent), raised);
  return cost !== undefined && covers(cost) ? raised : offered;
}

function hasExpired({ txId, raw }: SignedTransaction, options: SpendOptions): Promise<boolean> {
  const { lastValidBlockHeight } = readStoredBytes(raw);
  return isExpired({ txId, lastValidBlockHeight }, options);
}
