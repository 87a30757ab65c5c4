import { bytesToHex, describeError } from '@portage/core';
import type { PaymentMarkerState, PaymentMarkers } from '@portage/core/plugin';
import type { Lease } from '@portage/database';
import type { Settlement } from '@portage/settlement';
import type { ChainContext } from '../context.js';

type MarkedTransaction = Awaited<ReturnType<Settlement['markers']['closable']>>[number];

const readMsMax = 10_000;
/** Markers that one look asks the chain about. */
const lookMax = 100;
/** Seconds after which a closing that failed is tried again. */
const retrySeconds = 3_600;

/** Markers of a chain and the lease under which they are closed. */
interface Closing {
  readonly markers: PaymentMarkers;
  readonly lease: Lease;
  /** Sequence before which nothing is left to be closed. */
  readonly from: bigint;
}

/** Closes what can be closed; answers with whether there may be more. */
async function look(
  { chain, settlement, clock, log, randomBytes }: ChainContext,
  { markers, lease, from }: Closing,
): Promise<boolean> {
  const payments = await settlement.markers.closable({
    chainId: chain.id,
    sender: chain.spend.sender,
    heldSeconds: markers.heldSeconds,
    retrySeconds,
    from,
    limit: lookMax,
  });
  if (payments.length === 0) return false;
  const states = await markers.read(payments, clock.timeout(readMsMax));
  const where = (...wanted: readonly PaymentMarkerState[]): readonly MarkedTransaction[] =>
    payments.filter((_, index) => wanted.includes(states[index] ?? 'held'));
  const place = { chainId: chain.id, lease };
  const absent = where('gone', 'foreign');
  if (absent.length > 0)
    await settlement.markers.close({ ...place, payments: absent, closing: undefined });
  const closable = where('closable').slice(0, markers.closedMax);
  if (closable.length === 0) return false;
  const closing = { id: bytesToHex(randomBytes(32)), ...markers.close(closable) };
  if (!(await settlement.markers.close({ ...place, payments: closable, closing }))) return false;
  log('markers of payments are closed', { chain: chain.slug, markers: closable.length });
  return true;
}

/**
 * Closes markers of payments that can never be made again, so that their rent comes back, until
 * the signal aborts. What a marker has proven is written before its closing is signed; the closing
 * itself is a call of the outbox like any other.
 */
export async function closeMarkers(
  context: ChainContext,
  lease: Lease,
  signal: AbortSignal,
): Promise<void> {
  const { chain, settlement, clock, policy, log } = context;
  const { markers, sender } = chain.spend;
  if (markers === undefined) return;
  let waitMs = 0;
  let from = 0n;
  const lookOn = async (): Promise<boolean> => {
    from = await settlement.markers.firstMarked({ chainId: chain.id, sender, from });
    return look(context, { markers, lease, from });
  };
  while (waitMs === 0 || (await clock.sleep(waitMs, signal))) {
    const isMore = await lookOn().catch((error: unknown) => {
      log('looking at markers failed', { chain: chain.slug, error: describeError(error) });
      return false;
    });
    waitMs = isMore ? Math.min(policy.work.pollMs, policy.work.markerMs) : policy.work.markerMs;
  }
}
