import type { Queryable, Statement } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';
import type { ClaimTerms } from './claim.js';

/** A claim for its wallet's owner to sign. */
export interface NewClaim extends ClaimTerms {
  /** 32 random bytes, hexadecimal. */
  readonly id: string;
  /** The 32 bytes that are to be signed, hexadecimal. */
  readonly digest: string;
  /** Unix seconds after which the signature is worth nothing. */
  readonly expiresAt: number;
}

/** Unsigned claims are kept for so long after their time. */
const keptText = `interval '1 hour'`;

/** Claims that one call removes. */
const removedMax = 100;

const prepareStatement: Statement = {
  name: 'claims_prepare',
  text: `
with over as (
  select id from app_fee_claims where state = 'prepared' and expires_at < clock_timestamp() - ${keptText}
    order by expires_at limit ${String(removedMax)} for update skip locked
), removed as (
  delete from app_fee_claims c using over where c.id = over.id
)
insert into app_fee_claims (id, wallet, chain_id, currency, amount, recipient, digest, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8))`,
};

/** Stores a claim to be signed. Nothing is taken out of any balance. */
export async function prepareClaim(
  database: Queryable,
  { id, wallet, chainId, currency, amount, recipient, digest, expiresAt }: NewClaim,
): Promise<void> {
  await database.query(prepareStatement, [
    hashBytes(id),
    wallet,
    chainId,
    currency,
    amount,
    recipient,
    hashBytes(digest),
    expiresAt,
  ]);
}
