import type { RpcRequest } from '@portage/chain-kit';

/** Votes that a block needs before it is read. */
export type Commitment = 'confirmed' | 'finalized';

/** The newest slot. */
export function slotRequest(commitment: Commitment): RpcRequest {
  return { method: 'getSlot', params: [{ commitment }] };
}

/** The header of the block in a slot. */
export function blockRequest(slot: number, commitment: Commitment): RpcRequest {
  return {
    method: 'getBlock',
    params: [
      slot,
      { commitment, transactionDetails: 'none', rewards: false, maxSupportedTransactionVersion: 0 },
    ],
  };
}

/** One transaction with what it did. */
export function transactionRequest(txId: string, commitment: Commitment): RpcRequest {
  return {
    method: 'getTransaction',
    params: [txId, { commitment, encoding: 'json', maxSupportedTransactionVersion: 0 }],
  };
}
