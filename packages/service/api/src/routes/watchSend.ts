import { isOpenSelfPayment, isOpenSend } from '@portage/quoter';
import type { RouteContext } from './context.js';

/** Message about a transaction that is not looked for, so that no caller waits for it in vain. */
export const tooManySends =
  'Too many of the transfers that you told of are still being looked for. Tell of this one again in a minute.';

/** Transaction that a client tells of, and the request that it names with it. */
export interface ToldSend {
  readonly requestId: string;
  readonly chainId: number;
  readonly txId: string;
  /** Name under which the looks of who tells it are counted. */
  readonly caller: string;
}

/**
 * Has the transaction of a plain transfer looked for until a block holds it, and that of a swap of
 * which no log tells. False where it should be and is not, because its caller has too many looked
 * for already.
 */
export async function watchSend(
  { chains, store, traces }: Pick<RouteContext, 'chains' | 'store' | 'traces'>,
  { requestId, chainId, txId, caller }: ToldSend,
): Promise<boolean> {
  const request = await store.getRequest(requestId.toLowerCase());
  if (request?.originChainId !== chainId) return true;
  const { sends } = chains.byId(chainId).observe;
  const isOpen = sends?.findsSwaps === true ? isOpenSelfPayment : isOpenSend;
  if (!isOpen(request)) return true;
  return traces.watch(caller, chainId, txId);
}
