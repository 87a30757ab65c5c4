import type { BlockNode } from '../chain/blockTree.js';
import { minedOf } from '../chain/createChain.js';
import { hex } from '../transaction/hashes.js';
import { headerBytes } from '../chain/block.js';
import type { RpcContext } from '../rpc/defineMethod.js';
import { describeBlockStatus, describeEsploraBlock, describePlaced } from './describe.js';
import { HttpError } from './httpError.js';
import type { EsploraRoute } from './route.js';

const page = 25;
const blocksPage = 10;

/** Routes that answer by block. */
export const blockRoutes: readonly EsploraRoute[] = [
  { path: /^\/blocks\/tip\/height$/, run: ({ node }) => String(node.chain.tip.height) },
  { path: /^\/blocks\/tip\/hash$/, run: ({ node }) => node.chain.tip.hash },
  {
    path: /^\/blocks(?:\/(\d{1,9}))?$/,
    run: ({ node: { chain } }, [start]) => {
      const from = Math.min(Number(start ?? chain.tip.height), chain.tip.height);
      return Array.from({ length: blocksPage }, (_, index) => chain.at(from - index)).flatMap(
        (block) => (block === undefined ? [] : describeEsploraBlock(block)),
      );
    },
  },
  {
    path: /^\/block-height\/(\d{1,9})$/,
    run: ({ node }, [height]) => {
      const block = node.chain.at(Number(height));
      if (block === undefined) throw new HttpError(404, 'Block not found');
      return block.hash;
    },
  },
  {
    path: /^\/block\/([0-9a-f]{64})$/,
    run: (context, [hash]) => describeEsploraBlock(blockOf(context, hash)),
  },
  {
    path: /^\/block\/([0-9a-f]{64})\/status$/,
    run: (context, [hash]) => describeBlockStatus(blockOf(context, hash), context.node.chain),
  },
  {
    path: /^\/block\/([0-9a-f]{64})\/header$/,
    run: (context, [hash]) => hex(headerBytes(blockOf(context, hash).header)),
  },
  {
    path: /^\/block\/([0-9a-f]{64})\/txids$/,
    run: (context, [hash]) => blockOf(context, hash).transactions.map(({ id }) => id),
  },
  {
    path: /^\/block\/([0-9a-f]{64})\/txs(?:\/(\d{1,9}))?$/,
    run: (context, [hash, start = '0']) => {
      const block = blockOf(context, hash);
      const from = Number(start);
      if (from % page !== 0)
        throw new HttpError(400, `start index must be a multipication of ${page}`);
      if (from >= block.transactions.length) throw new HttpError(400, 'start index out of range');
      const place = context.node.chain.isBest(block) ? block : undefined;
      return minedOf(block)
        .slice(from, from + page)
        .map(({ tx, spent }) => describePlaced({ tx, spent, block: place }));
    },
  },
];

function blockOf({ node }: RpcContext, hash = ''): BlockNode {
  const block = node.chain.tree.get(hash);
  if (block === undefined) throw new HttpError(404, 'Block not found');
  return block;
}
