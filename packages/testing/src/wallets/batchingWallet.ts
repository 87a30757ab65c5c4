import { fieldsOf, sendThrough, type RpcRequest, type RpcTransaction } from './rpcRequest.js';

/** Behaviour of a wallet that takes batches. */
export interface BatchingWalletOptions {
  /** Id of the chain, whose batches are atomic. */
  readonly chainId: number;
  /**
   * Questions about a batch that are answered with status 500 and no receipt, although it lands.
   * Default 0.
   */
  readonly falseFailures?: number | undefined;
  /** Answer of `wallet_getCapabilities`; by default it says that batches are atomic. */
  readonly capabilities?: (() => Promise<unknown>) | undefined;
  /**
   * Makes one transaction of all calls, as smart accounts do; by default each call is a
   * transaction of its own.
   */
  readonly wrap?: ((calls: readonly RpcTransaction[], from: string) => RpcTransaction) | undefined;
}

/** A wallet that takes batches (EIP-5792). */
export interface BatchingWallet {
  readonly request: RpcRequest;
  /** Methods in the order in which they were asked. */
  readonly asked: readonly string[];
  /** Hashes of the transactions of each batch, by its id. */
  readonly batches: ReadonlyMap<string, readonly string[]>;
}

/** Gas of each transaction: 500,000 units. */
const gas = '0x7a120';
/** Status numbers of EIP-5792. */
const statuses = { pending: 100, confirmed: 200, reverted: 500 };

/**
 * A wallet that takes several calls at once (EIP-5792) in front of a node that holds the key.
 *
 * @example
 * ```ts
 * // It says twice that the batch failed, which has landed all the same.
 * const wallet = batchingWallet(ethereum.request, { chainId: 8453, falseFailures: 2 });
 * ```
 */
export function batchingWallet(
  request: RpcRequest,
  options: BatchingWalletOptions,
): BatchingWallet {
  const { chainId, falseFailures = 0, wrap } = options;
  const chain = `0x${chainId.toString(16)}`;
  const batches = new Map<string, readonly string[]>();
  const asked: string[] = [];
  let failuresLeft = falseFailures;

  const send = async (batch: RpcTransaction): Promise<unknown> => {
    const listed: readonly unknown[] = Array.isArray(batch['calls']) ? batch['calls'] : [];
    const calls = listed.map(fieldsOf);
    const from = String(batch['from']);
    const hashes: string[] = [];
    for (const call of wrap === undefined ? calls : [wrap(calls, from)])
      hashes.push(await sendThrough(request, { gas, from, ...call }));
    const id = `batch-${String(batches.size + 1)}`;
    batches.set(id, hashes);
    return { id };
  };

  const tell = async (id: string): Promise<unknown> => {
    const base = { version: '2.0.0', id, chainId: chain, atomic: true };
    if (failuresLeft > 0) {
      failuresLeft -= 1;
      return { ...base, status: statuses.reverted, receipts: [] };
    }
    const receipts = await Promise.all(
      (batches.get(id) ?? []).map((hash) =>
        request({ method: 'eth_getTransactionReceipt', params: [hash] }),
      ),
    );
    if (receipts.includes(null)) return { ...base, status: statuses.pending };
    const hasFailed = receipts.some((receipt) => fieldsOf(receipt)['status'] !== '0x1');
    return { ...base, status: hasFailed ? statuses.reverted : statuses.confirmed, receipts };
  };

  return {
    asked,
    batches,
    request: async ({ method, params = [] }) => {
      asked.push(method);
      if (method === 'wallet_getCapabilities')
        return (await options.capabilities?.()) ?? { [chain]: { atomic: { status: 'supported' } } };
      if (method === 'wallet_sendCalls') return await send(fieldsOf(params[0]));
      if (method === 'wallet_getCallsStatus') return await tell(String(params[0]));
      return await request({ method, params });
    },
  };
}
