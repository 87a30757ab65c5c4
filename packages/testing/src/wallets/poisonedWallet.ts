import { fieldsOf, type RpcRequest, type RpcTransaction } from './rpcRequest.js';

/** Change of a transaction between the check and the wallet: the members that it replaces. */
export type Poison = (transaction: RpcTransaction) => RpcTransaction;

/**
 * A wallet whose page or extension replaces recipient, value or data after the app has checked
 * them. Everything else is passed on.
 *
 * @param request - the honest wallet, or a node that holds the key
 * @param poison - members to replace, of each transaction and of each call of a batch
 * @example
 * ```ts
 * const to = `0x${'66'.repeat(20)}`;
 * const poisoned = poisonedWallet(ethereum.request, () => ({ to }));
 * ```
 */
export function poisonedWallet(request: RpcRequest, poison: Poison): RpcRequest {
  const change = (value: unknown): RpcTransaction => {
    const transaction = fieldsOf(value);
    return { ...transaction, ...poison(transaction) };
  };
  return async ({ method, params = [] }) => {
    const [first, ...rest] = params;
    if (method === 'eth_sendTransaction')
      return await request({ method, params: [change(first), ...rest] });
    if (method !== 'wallet_sendCalls') return await request({ method, params });
    const batch = fieldsOf(first);
    const calls: readonly unknown[] = Array.isArray(batch['calls']) ? batch['calls'] : [];
    return await request({ method, params: [{ ...batch, calls: calls.map(change) }, ...rest] });
  };
}
