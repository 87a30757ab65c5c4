import { codeOf, type Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import { noEffects } from '../../transactions/effects/settlementEffects.js';
import { writeEffects } from '../../transactions/effects/writeEffects.js';
import { hashBytes } from '../../kit/hashId.js';
import { ledgerAsset } from '../../books/ledger/accounts.js';
import { claimEntry } from '../../books/ledger/entries/claimEntries.js';
import { lockClaimable, readClaimable } from '../../books/ledger/readClaimable.js';
import { claimLeg } from '../../transactions/settlements/claimIntent.js';
import type { ClaimState } from './claim.js';
import { countClaimsAtRisk } from './countClaimsAtRisk.js';

/**
 * Outcome of an owner's signature. `known`: it was taken in before, and the claim is still to be
 * paid. `insufficient`: the balance does not suffice any more. `limited`: too many claims of the
 * wallet reverted, or may still.
 */
export type OpenedClaim =
  'opened' | 'known' | 'used' | 'expired' | 'insufficient' | 'limited' | 'unknown';

/** Limits of {@link openClaim}. */
export interface OpenClaimOptions {
  /** Claims of a wallet that may revert within an hour. */
  readonly revertsMax: number;
}

interface LockedRow {
  readonly wallet: string;
  readonly chain_id: number;
  readonly currency: string;
  readonly amount: bigint;
  readonly state: ClaimState;
  readonly is_over: boolean;
}

/** SQLSTATE of a balance that would fall below zero. */
const belowZero = '23514';

/**
 * Takes an owner's signature in, in one transaction: what is claimed is taken out of the balance,
 * and its payment is a job. Once a claim, whatever happens at the same time: fees that accrue,
 * holds of fast fills, other claims. The database refuses a balance below zero. How many claims may
 * revert is judged here, whenever they were prepared.
 */
export async function openClaim(
  settlement: SettlementContext,
  id: string,
  options: OpenClaimOptions,
): Promise<OpenedClaim> {
  try {
    return await settlement.transaction((tx) => take(tx, settlement, id, options));
  } catch (error) {
    if (codeOf(error) === belowZero) return 'insufficient';
    throw error;
  }
}

async function take(
  tx: Transaction,
  settlement: SettlementContext,
  id: string,
  { revertsMax }: OpenClaimOptions,
): Promise<OpenedClaim> {
  const [row] = await tx.query<LockedRow & Readonly<Record<string, unknown>>>(
    `select wallet, chain_id, currency, amount, state, expires_at <= clock_timestamp() as is_over
       from app_fee_claims where id = $1 for update`,
    [hashBytes(id)],
  );
  if (row === undefined) return 'unknown';
  if (row.state !== 'prepared') return row.state === 'open' ? 'known' : 'used';
  if (row.is_over) return 'expired';
  const { wallet, chain_id: chainId, currency, amount } = row;
  const asset = ledgerAsset(chainId, currency);
  const atRisk = await countClaimsAtRisk(tx, { wallet, chainId, currency });
  // Other claims of this balance wait here, so that each sees what the others left.
  await lockClaimable(tx, { wallet, chainId, currency });
  if ((await readClaimable(tx, { wallet, chainId, currency })) < amount) return 'insufficient';
  if (atRisk >= revertsMax) return 'limited';
  await tx.query(
    `update app_fee_claims set state = 'open', created_at = clock_timestamp(), updated_at = clock_timestamp() where id = $1`,
    [hashBytes(id)],
  );
  await writeEffects(tx, settlement, {
    ...noEffects,
    entries: [claimEntry({ id, wallet, asset, amount })],
    jobs: [{ kind: 'claim', orderId: id, leg: claimLeg, chainId }],
  });
  return 'opened';
}
