import { PortageError, type Observed, standardError } from '@portage/core';
import type { RecipientPayment, Recipients, RecipientState } from '@portage/core/chain';
import type { Rpc } from '@portage/chain-kit';
import { solanaCodec } from '@portage/solana/codec';
import { tokenRent, type Market } from './gas/createFees.js';
import { findHolderDoubt } from './findHolderDoubt.js';
import { findHolderFault } from './findHolderFault.js';
import { findHoldingFault } from './findHoldingFault.js';
import { accountsRequest, readAccounts, type AccountState } from './rpc/accounts.js';
import { placeOf } from './rpc/balances.js';
import type { TokenProgramOf } from './rpc/tokenPrograms.js';

/** Accounts that are there are believed to stay for so long, and missing ones to stay away. */
const thereMs = 60_000;
const awayMs = 5_000;
const rememberedMax = 100_000;
/** Recipients that are asked about in one request; each has two accounts, of a hundred. */
const pageSize = 50;

/** Options of {@link createRecipients}. */
export interface RecipientsOptions {
  readonly rpc: Rpc;
  readonly market: () => Observed<Market> | undefined;
  /** Programs of the service; what their accounts are paid cannot be moved. */
  readonly ownPrograms: readonly string[];
  readonly tokenProgramOf: TokenProgramOf;
  readonly clock: () => number;
}

/** Accounts of a recipient, as they were read. */
interface Reading {
  readonly refusal: PortageError | undefined;
  readonly doubt: PortageError | undefined;
  /** Whether the account that would hold the payment is there. */
  readonly isThere: boolean;
}

/**
 * Reads accounts that are to be paid. A payment in a token needs the recipient's account for it; a
 * payment in SOL makes an account of its own, which must hold its rent. Quotes remember what was
 * read lately.
 */
export function createRecipients(options: RecipientsOptions): Recipients {
  const { market, clock, tokenProgramOf } = options;
  const known = new Map<string, Reading & { readonly until: number }>();
  const stateOf = ({ currency }: RecipientPayment, reading: Reading): RecipientState => {
    const rent = market()?.value.rent;
    if (rent === undefined)
      throw new PortageError('RPC_HTTP_ERROR', {
        message: 'The rent of accounts is not known yet.',
      });
    const { refusal, doubt, isThere } = reading;
    const isNative = currency === solanaCodec.nativeCurrency;
    return {
      refusal,
      doubt,
      rent: isNative || isThere ? 0n : tokenRent(rent, tokenProgramOf(currency)),
      least: isNative && !isThere ? rent.wallet : 0n,
    };
  };
  const remember = (key: string, reading: Reading): void => {
    const isLasting = reading.isThere && (reading.refusal ?? reading.doubt) === undefined;
    known.delete(key);
    known.set(key, { ...reading, until: clock() + (isLasting ? thereMs : awayMs) });
    for (const oldest of known.keys()) {
      if (known.size <= rememberedMax) break;
      known.delete(oldest);
    }
  };
  const readForQuote = async (payment: RecipientPayment, key: string): Promise<RecipientState> => {
    const [reading] = await readAll(options, [payment]);
    if (reading === undefined) throw standardError('RPC_HTTP_ERROR');
    remember(key, reading);
    return stateOf(payment, reading);
  };
  return {
    ask: (payment) => {
      const key = `${payment.recipient} ${payment.currency}`;
      const remembered = known.get(key);
      return remembered !== undefined && clock() < remembered.until
        ? stateOf(payment, remembered)
        : readForQuote(payment, key);
    },
    confirm: async (payments, signal) => {
      const readings = await readAll(options, payments, signal);
      return readings.flatMap((reading, index) => {
        const payment = payments[index];
        return payment === undefined ? [] : [stateOf(payment, reading)];
      });
    },
  };
}

/** Accounts of recipients, in pages of what one request takes. */
async function readAll(
  options: RecipientsOptions,
  payments: readonly RecipientPayment[],
  signal?: AbortSignal,
): Promise<readonly Reading[]> {
  const pages = Array.from({ length: Math.ceil(payments.length / pageSize) }, (_, page) =>
    payments.slice(page * pageSize, (page + 1) * pageSize),
  );
  const results = await options.rpc.read(
    pages.map((page) => accountsRequest(page.flatMap((each) => accountsOf(each, options)))),
    signal,
  );
  return pages.flatMap((page, index) => {
    const accounts = readAccounts(results[index]);
    return page.map((payment, place) =>
      readingOf(payment, [accounts[2 * place], accounts[2 * place + 1]], options),
    );
  });
}

/** Account of the recipient, and the one that would hold the payment. */
function accountsOf(
  { currency, recipient }: RecipientPayment,
  { tokenProgramOf }: Pick<RecipientsOptions, 'tokenProgramOf'>,
): readonly [string, string] {
  return [recipient, placeOf(recipient, currency, tokenProgramOf)];
}

function readingOf(
  payment: RecipientPayment,
  [owner, holding]: readonly [AccountState | undefined, AccountState | undefined],
  { ownPrograms, tokenProgramOf }: Pick<RecipientsOptions, 'ownPrograms' | 'tokenProgramOf'>,
): Reading {
  const { currency, recipient } = payment;
  const isNative = currency === solanaCodec.nativeCurrency;
  return {
    refusal:
      findHolderFault(recipient, owner, ownPrograms) ??
      (isNative ? undefined : findHoldingFault(recipient, holding)),
    doubt: findHolderDoubt(payment, owner),
    isThere: holding !== undefined && (isNative || holding.owner === tokenProgramOf(currency)),
  };
}
