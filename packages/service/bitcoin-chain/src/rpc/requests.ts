import type { RpcRequest } from '@portage/chain-kit';

/** Height and id of the newest block. */
export const tipRequest: RpcRequest = { method: 'getblockchaininfo', params: [] };

/** Id of the block at a height. */
export function hashRequest(height: number): RpcRequest {
  return { method: 'getblockhash', params: [height] };
}

/** The 80 bytes of a header. */
export function headerRequest(hash: string): RpcRequest {
  return { method: 'getblockheader', params: [hash, false] };
}

/** Height of a block, and how many stand on it. */
export function placeRequest(hash: string): RpcRequest {
  return { method: 'getblockheader', params: [hash, true] };
}

/** The bytes of a block. */
export function blockRequest(hash: string): RpcRequest {
  return { method: 'getblock', params: [hash, 0] };
}

/** All coins that there are of scripts, given as hex. */
export function scanRequest(scripts: readonly string[]): RpcRequest {
  return { method: 'scantxoutset', params: ['start', scripts.map((script) => `raw(${script})`)] };
}

/** A transaction by its id: its bytes, or these and where it is. */
export function transactionRequest(txId: string, isPlaced = false): RpcRequest {
  return { method: 'getrawtransaction', params: [txId, isPlaced] };
}
