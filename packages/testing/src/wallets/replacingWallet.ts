import { fieldsOf, sendThrough, type RpcRequest, type RpcTransaction } from './rpcRequest.js';

/** A wallet that replaces what it has sent. */
export interface ReplacingWallet {
  readonly request: RpcRequest;
  /** Sends the newest transaction again with a higher fee, and answers the new hash. */
  speedUp(): Promise<string>;
  /** Uses the nonce of the newest transaction for a payment of nothing to the account itself. */
  cancel(): Promise<string>;
}

/** Fees of what takes another's place: 6 and 2 gwei, in wei. */
const fees = { maxFeePerGas: '0x165a0bc00', maxPriorityFeePerGas: '0x77359400' };

/**
 * A wallet that answers with the hash of a transaction which it then replaces, in front of a node
 * that holds the key. The node must not mine by itself meanwhile.
 *
 * @example
 * ```ts
 * const wallet = replacingWallet(ethereum.request);
 * ```
 */
export function replacingWallet(request: RpcRequest): ReplacingWallet {
  let newest: RpcTransaction = {};
  const replace = async (transaction: RpcTransaction): Promise<string> => {
    const hash = await sendThrough(request, { ...transaction, ...fees });
    newest = { ...transaction };
    return hash;
  };
  return {
    request: async ({ method, params = [] }) => {
      const answer = await request({ method, params });
      if (method !== 'eth_sendTransaction') return answer;
      const sent = await request({ method: 'eth_getTransactionByHash', params: [answer] });
      const { nonce } = fieldsOf(sent);
      newest = { ...fieldsOf(params[0]), nonce };
      return answer;
    },
    speedUp: async () => await replace(newest),
    cancel: async () => {
      const { from, nonce } = newest;
      return await replace({ from, nonce, to: from, value: '0x0', gas: '0x5208' });
    },
  };
}
