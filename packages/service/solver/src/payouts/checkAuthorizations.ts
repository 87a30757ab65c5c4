import { describeError } from '@portage/core';
import type { AuthorizationFate } from '@portage/core/chain';
import type { Transaction } from '@portage/database';
import type { DuePayout, DecidedPayout, PayoutDecision } from '@portage/settlement';
import type { ChainContext } from '../context.js';
import { readFates } from '../plan/readFates.js';
import { wait } from '../plan/decision.js';

const againMs = 2_000;

/** A decision that would give money away while an older signature for it may be good. */
function isAsked({ spend, decision }: DecidedPayout): boolean {
  return (
    (spend.authorizations ?? []).length > 0 &&
    (decision.type === 'unpayable' || decision.type === 'pay')
  );
}

async function fatesOf(
  tx: Transaction,
  context: ChainContext,
  asked: readonly DecidedPayout[],
): Promise<ReadonlyMap<string, AuthorizationFate>> {
  try {
    return await readFates(
      context,
      asked.flatMap(({ spend }) => spend.authorizations ?? []),
      tx,
    );
  } catch (error) {
    context.log('fates of authorizations could not be read', {
      chain: context.chain.slug,
      error: describeError(error),
    });
    return new Map();
  }
}

/**
 * Objection to a decision by what became of the signatures for its payment. The same payment signed
 * again has the same nonce, so that the chain makes one of them; the money itself is free for
 * others only when no signature for it can ever be carried out.
 */
function objection(
  { decision, spend }: DecidedPayout,
  fates: ReadonlyMap<string, AuthorizationFate>,
): PayoutDecision | undefined {
  const { authorizations = [], originTime }: DuePayout = spend;
  const told = authorizations.map(({ nonce }) => fates.get(nonce) ?? 'open');
  if (told.includes('used')) return wait(againMs, 'somebody made the payment: it is being read');
  if (decision.type !== 'unpayable') return undefined;
  // Events up to the expiry are read too: a payment that was made by then is booked.
  return told.every((fate) => fate === 'expired') &&
    authorizations.every(({ expiry }) => originTime > expiry)
    ? undefined
    : wait(againMs, 'a signature for the payment may still be carried out');
}

/**
 * Holds back what gives money to its owner, or pays it anew, until the chain has proven what became
 * of each signature that let it out of the depository: anybody who has seen one may carry it out.
 * On a chain where only the sender's transaction pays, its end has proven that already.
 */
export async function checkAuthorizations(
  context: ChainContext,
  decided: readonly DecidedPayout[],
  tx: Transaction,
): Promise<readonly DecidedPayout[]> {
  const asked = decided.filter(isAsked);
  if (context.chain.spend.authorizationFates === undefined || asked.length === 0) return decided;
  const fates = await fatesOf(tx, context, asked);
  const known = new Set(asked);
  return decided.map((one) =>
    known.has(one) ? { ...one, decision: objection(one, fates) ?? one.decision } : one,
  );
}
