import { describeError } from '@portage/core';
import type { AuthorizationFate } from '@portage/core/chain';
import type { Lease } from '@portage/database';
import { ledgerChain, type ChainContext } from '../context.js';
import { readFates } from '../plan/readFates.js';
import type { FailedCollection } from './earnings.js';

/** Proven fate of the signatures of a failed collection; undefined while it is to be awaited. */
type Proven = 'used' | 'expired' | undefined;

/**
 * Fate of a failed collection, as the chain has proven it. A signature that was used is booked from
 * its events once they are final. One that is over counts as over when the events up to its expiry
 * are read, too. Pure.
 */
function judge(
  { authorizations, originTime, carriedOut }: FailedCollection,
  fates: ReadonlyMap<string, AuthorizationFate>,
  finalizedHeight: number,
): Proven {
  const told = authorizations.map(({ nonce }) => fates.get(nonce) ?? 'open');
  if (told.includes('used'))
    return carriedOut !== undefined && carriedOut.height <= finalizedHeight ? 'used' : undefined;
  const isOver =
    told.every((fate) => fate === 'expired') &&
    authorizations.every(({ expiry }) => originTime > expiry);
  return isOver && carriedOut === undefined ? 'expired' : undefined;
}

async function end(context: ChainContext, lease: Lease): Promise<void> {
  const { chain, settlement, log } = context;
  const failed = await settlement.collections.failed(chain.id);
  if (failed.length === 0) return;
  const fates = await readFates(
    context,
    failed.flatMap(({ authorizations }) => authorizations),
  );
  const progress = await settlement.chains.progress(chain.id);
  for (const collection of failed) {
    const fate = judge(collection, fates, progress?.finalizedHeight ?? -1);
    if (fate === undefined) continue;
    const { orderId, carriedOut, amount } = collection;
    const place = { chain: chain.slug, orderId };
    if (fate === 'used' && carriedOut?.amount !== amount) {
      log('other earnings were collected than were signed for', {
        ...place,
        level: 'error',
        signed: amount,
        released: carriedOut?.amount,
      });
      continue;
    }
    const proven = { chain: ledgerChain(chain), collection, fate, lease };
    if (await settlement.collections.endFailed(proven))
      log(
        fate === 'used'
          ? 'somebody else brought earnings home'
          : 'earnings of a failed collection are due again',
        place,
      );
  }
}

/**
 * Ends the hold on earnings whose collection failed: anybody who has seen the allocator's signature
 * may carry it out until its expiry, and then the money is with our own sender. They are due again
 * only when the chain has proven, at a final block and by a quorum, that the signature is over and
 * its nonce unused; what another party carried out is booked once.
 */
export async function endFailedCollections(context: ChainContext, lease: Lease): Promise<void> {
  try {
    await end(context, lease);
  } catch (error) {
    context.log('earnings of failed collections could not be looked up', {
      chain: context.chain.slug,
      error: describeError(error),
    });
  }
}
