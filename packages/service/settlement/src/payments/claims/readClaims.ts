import { requestFault, type FailReason } from '@portage/core';
import type { Queryable, Statement } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';
import { claimLeg } from '../../transactions/settlements/claimIntent.js';
import type { ClaimState, StoredClaim } from './claim.js';

interface ClaimRow {
  readonly id: string;
  readonly wallet: string;
  readonly chain_id: number;
  readonly currency: string;
  readonly amount: bigint;
  readonly recipient: string;
  readonly digest: string;
  readonly state: ClaimState;
  readonly reason: FailReason | null;
  readonly tx_id: string | null;
  readonly expires_at: number;
  readonly created_at: number | null;
  readonly updated_at: number;
}

/** Claims with the transaction of each that may land, or did. */
const claimsText = `
select c.id, c.wallet, c.chain_id, c.currency, c.amount, c.recipient, c.digest, c.state, c.reason, c.expires_at, c.created_at, c.updated_at,
    coalesce(c.tx_id, (select o.tx_id from outbox o where o.order_id = c.id and o.leg = '${claimLeg}' and c.state = 'open'
      and o.state in ('stored', 'sent', 'mined') order by o.stored_at desc limit 1)) as tx_id
  from app_fee_claims c`;

const findStatement: Statement = { name: 'claims_find', text: `${claimsText} where c.id = $1` };

const listStatement: Statement = {
  name: 'claims_list',
  text: `select claims.*, (extract(epoch from created_at) * 1000000)::bigint as micros from (${claimsText}
  where c.wallet = any($1::text[]) and c.created_at is not null
    and ($2::bigint is null or (c.created_at, c.id::bytea) < ('epoch'::timestamptz + $2::bigint * interval '1 microsecond', $3::bytea))
  order by c.created_at desc, c.id desc limit $4) as claims`,
};

function toClaim({ chain_id: chainId, ...row }: ClaimRow): StoredClaim {
  const { id, wallet, currency, amount, recipient, digest, state } = row;
  return {
    id,
    wallet,
    chainId,
    currency,
    amount,
    recipient,
    digest,
    state,
    reason: row.reason ?? undefined,
    txId: row.tx_id ?? undefined,
    expiresAt: row.expires_at,
    createdAt: row.created_at ?? undefined,
    updatedAt: row.updated_at,
  };
}

/** Reads a claim; undefined for an id that is none. */
export async function readClaim(database: Queryable, id: string): Promise<StoredClaim | undefined> {
  const [row] = await database.query<ClaimRow & Readonly<Record<string, unknown>>>(findStatement, [
    hashBytes(id),
  ]);
  return row === undefined ? undefined : toClaim(row);
}

/** One page of the claims of a wallet. */
export interface ClaimsPage {
  readonly claims: readonly StoredClaim[];
  /** Cursor of the next page; undefined after the last one. */
  readonly continuation: string | undefined;
}

/** Claims that are asked for. */
export interface ClaimsQuery {
  /** Accounts, in the form of each chain that knows them. */
  readonly wallets: readonly string[];
  readonly limit: number;
  readonly continuation?: string | undefined;
}

const continuationPattern = /^([0-9]{1,16})_(0x[0-9a-f]{64})$/;

/**
 * Reads one page of claims whose signatures were taken in, newest first.
 *
 * @throws PortageError `INVALID_REQUEST` for a continuation that is not ours
 */
export async function readClaimsPage(
  database: Queryable,
  { wallets, limit, continuation }: ClaimsQuery,
): Promise<ClaimsPage> {
  const [, micros, id] = continuationPattern.exec(continuation ?? '') ?? [];
  if (continuation !== undefined && id === undefined)
    throw requestFault('continuation', 'is none of this list');
  const rows = await database.query<
    ClaimRow & { readonly micros: number } & Readonly<Record<string, unknown>>
  >(listStatement, [wallets, micros, id === undefined ? undefined : hashBytes(id), limit + 1]);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    claims: page.map(toClaim),
    continuation: last === undefined ? undefined : `${String(last.micros)}_${last.id}`,
  };
}
