import type { AuthorizationFate, PaymentAuthorization } from '@portage/core/chain';
import type { Transaction } from '@portage/database';
import type { ChainContext } from '../context.js';

const readMsMax = 10_000;

/**
 * Fates of authorizations by their nonces, by the word of the chain and of what it has told before.
 * A chain may forget that a nonce was used once it can no longer be used: then a missing use
 * proves nothing, and what is in the books counts. A transaction hands itself over.
 */
export async function readFates(
  { chain, clock, settlement }: Pick<ChainContext, 'chain' | 'clock' | 'settlement'>,
  authorizations: readonly PaymentAuthorization[],
  tx?: Transaction,
): Promise<ReadonlyMap<string, AuthorizationFate>> {
  const nonces = authorizations.map(({ nonce }) => nonce);
  const [fates, used] = await Promise.all([
    chain.spend.authorizationFates?.(authorizations, clock.timeout(readMsMax)),
    settlement.markers.used(chain.id, nonces, tx),
  ]);
  return new Map(
    nonces.map((nonce, index) => {
      const fate = fates?.[index] ?? 'open';
      return [nonce, fate === 'expired' && used.has(nonce) ? 'used' : fate] as const;
    }),
  );
}
