import type { Chains } from '@portage/core/chain';
import type { RequestsV3Query } from './entryV3.js';
import { normalizeWithAnyCodec } from '../../canonical/normalizeWithAnyCodec.js';
import type { FilterV3 } from './filtersV3.js';

/** Accounts and transactions that a query names, in their canonical form. */
export interface NamedV3 {
  /** Accounts to look up: payers, recipients and deposit addresses among others. */
  readonly users: readonly string[] | undefined;
  /** Transactions to look up, on whichever side. */
  readonly txIds: readonly string[] | undefined;
  /** Sides on which they must stand. */
  readonly filters: readonly FilterV3[];
}

/**
 * Reads the accounts and transactions of a query. An index finds them on every side; the filters
 * keep those that stand on the side that was named.
 *
 * @throws PortageError `INVALID_ADDRESS`, `INVALID_REQUEST`
 */
export function accountFilters(query: RequestsV3Query, chains: Chains): NamedV3 {
  const account = (path: 'user' | 'recipient'): readonly string[] | undefined =>
    readAny(query[path], (text) =>
      normalizeWithAnyCodec(chains, {
        path,
        code: 'INVALID_ADDRESS',
        read: (codec) => codec.normalizeAddress(text),
      }),
    );
  const transaction = (
    path: 'depositTxHash' | 'fillTxHash' | 'refundTxHash',
  ): readonly string[] | undefined =>
    readAny(query[path], (text) =>
      normalizeWithAnyCodec(chains, {
        path,
        code: 'INVALID_REQUEST',
        read: (codec) => codec.normalizeTransactionId(text),
      }),
    );
  const [user, recipient] = [account('user'), account('recipient')];
  const deposit = transaction('depositTxHash');
  const [fill, refund] = [transaction('fillTxHash'), transaction('refundTxHash')];
  const asked: readonly (readonly [unknown, FilterV3])[] = [
    [user, ({ sender, depositAddress }) => isAny(user, sender, depositAddress?.depositor)],
    [recipient, (entry) => isAny(recipient, entry.recipient)],
    [deposit, ({ data }) => isAny(deposit, ...data.inTxs.map(({ txHash }) => txHash))],
    [fill, (entry) => isAny(fill, ...fillsOf(entry))],
    [refund, (entry) => isAny(refund, ...refundsOf(entry))],
  ];
  return {
    users: user ?? recipient,
    txIds: deposit ?? fill ?? refund,
    filters: asked.flatMap(([value, filter]) => (value === undefined ? [] : [filter])),
  };
}

function readAny(
  text: string | undefined,
  read: (text: string) => readonly string[],
): readonly string[] | undefined {
  return text === undefined ? undefined : read(text);
}

function isAny(
  wanted: readonly string[] | undefined,
  ...values: readonly (string | undefined)[]
): boolean {
  return values.some((value) => value !== undefined && wanted?.includes(value) === true);
}

type Entry = Parameters<FilterV3>[0];

function refundsOf({ protocol }: Entry): readonly string[] {
  const refunds = protocol.settlement?.destination.refunds ?? [];
  return refunds.map(({ transactionId }) => transactionId);
}

/** Payouts and swaps of payers alone: what left for the recipient, and was no refund. */
function fillsOf(entry: Entry): readonly string[] {
  const refunds = refundsOf(entry);
  return entry.data.outTxs.map(({ txHash }) => txHash).filter((hash) => !refunds.includes(hash));
}
