import { assert } from '@portage/core';
import type { Entry } from '../ledger/createLedger.js';
import type { Queryable, Statement, Transaction } from '@portage/database';
import { accounts, sponsorAsset } from '../ledger/accounts.js';

/** What an order takes of a sponsor's balance. */
export interface SponsorHold {
  readonly orderId: string;
  readonly account: string;
  readonly microUsd: bigint;
}

/**
 * Sets apart what a fill will charge its sponsor, in the transaction that takes the fill's slot;
 * once for each order.
 */
export function sponsorHoldEntry({ orderId, account, microUsd }: SponsorHold): Entry {
  return {
    kind: 'sponsor hold',
    ref: orderId,
    legs: [
      { account: accounts.sponsor(account), asset: sponsorAsset, amount: -microUsd },
      { account: accounts.sponsorHold(orderId), asset: sponsorAsset, amount: microUsd },
    ],
  };
}

/**
 * Gives a sponsor back what was set apart for an order that ends without a fill; once for each
 * order. It is not taken back when a reorg takes the refund back: that refund is sent again.
 */
export function sponsorReleaseEntry({ orderId, account, microUsd }: SponsorHold): Entry {
  return {
    kind: 'sponsor release',
    ref: orderId,
    legs: [
      { account: accounts.sponsorHold(orderId), asset: sponsorAsset, amount: -microUsd },
      { account: accounts.sponsor(account), asset: sponsorAsset, amount: microUsd },
    ],
  };
}

/** What an operator received from a sponsor. */
export interface SponsorCredit {
  readonly account: string;
  readonly microUsd: bigint;
  /** What the payment is known by; the same one is booked once. */
  readonly ref: string;
}

/** Books money that a sponsor brought. */
export function sponsorCreditEntry({ account, microUsd, ref }: SponsorCredit): Entry {
  assert(microUsd > 0n, 'a sponsor brings something');
  return {
    kind: 'sponsor credit',
    ref,
    legs: [
      { account: accounts.outside, asset: sponsorAsset, amount: -microUsd },
      { account: accounts.sponsor(account), asset: sponsorAsset, amount: microUsd },
    ],
  };
}

const balancesText = `select account, balance from ledger_balances where asset = '${sponsorAsset}' and account = any($1::text[]) order by account`;

const readStatement: Statement = { name: 'sponsors_read', text: balancesText };

const lockStatement: Statement = { name: 'sponsors_lock', text: `${balancesText} for update` };

async function readWith(
  statement: Statement,
  database: Queryable,
  names: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  if (names.length === 0) return new Map();
  const rows = await database.query<{ account: string; balance: bigint }>(statement, [
    names.map(accounts.sponsor),
  ]);
  const found = new Map(rows.map(({ account, balance }) => [account, balance]));
  return new Map(names.map((name) => [name, found.get(accounts.sponsor(name)) ?? 0n]));
}

/**
 * What sponsors can still pay, in micro-USD; 0 for one that never brought anything.
 *
 * @example
 * ```ts
 * const availableMicroUsd = (await readSponsors(store, ['acme'])).get('acme');
 * ```
 */
export async function readSponsors(
  database: Queryable,
  names: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  return readWith(readStatement, database, names);
}

/** The same, and nobody else takes of it until the transaction ends. */
export async function lockSponsors(
  tx: Transaction,
  names: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  return readWith(lockStatement, tx, names);
}

const paidStatement: Statement = {
  name: 'requests_sponsored',
  text: `
update request_states s set sponsor_paid = true, version = s.version + 1, updated_at = clock_timestamp()
  from requests r where r.order_id = any($1::text[]) and r.charges -> 'sponsor' is not null and s.order_id = r.order_id`,
};

/**
 * Notes with requests that their sponsors have paid: a fill costs what was quoted, so there is no
 * more to say of it.
 */
export async function writeSponsored(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > 0) await tx.query(paidStatement, [orderIds]);
}
