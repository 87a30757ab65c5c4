import type { RpcRequest } from '@portage/chain-kit';

/** A word that a chain gives for its blocks. */
export type BlockTag = 'safe' | 'finalized';

/** Asks for the block with a tag; an endpoint without the tag lacks it as a property. */
export function taggedRequest(tag: BlockTag): RpcRequest {
  return { method: 'eth_getBlockByNumber', params: [tag, false], needs: tag };
}
