import { isOpenSend } from '@portage/quoter';
import type { RouteContext } from './context.js';

/** Transaction that a client tells of, and the request that it names with it. */
export interface ToldSend {
  readonly requestId: string;
  readonly chainId: number;
  readonly txId: string;
}

/** Has the transaction of a plain transfer looked for until a block holds it. */
export async function watchSend(
  { store, traces }: Pick<RouteContext, 'store' | 'traces'>,
  { requestId, chainId, txId }: ToldSend,
): Promise<void> {
  const request = await store.getRequest(requestId.toLowerCase());
  if (request?.originChainId === chainId && isOpenSend(request)) traces.watch(chainId, txId);
}
