import type { NetworkCase } from './networkCase.js';
import { refuse, type NodeRules } from './nodeRules.js';
import { everyCall } from './ruleKinds.js';

const github = 'https://github.com';
/** Questions about the state after a block, which they name last. */
const stateMethods: readonly string[] = ['eth_call', 'eth_getBalance', 'eth_getCode'];

/** Each second question about the newest block reaches a node that is one block behind. */
function lagging(): NodeRules {
  let count = 0;
  return {
    call: async (call, ask) => {
      const [tag, isWhole] = call.params;
      if (call.method !== 'eth_getBlockByNumber' || tag !== 'latest') return undefined;
      count += 1;
      const head = await ask('eth_blockNumber', []);
      if (count % 2 === 0 || !('result' in head)) return undefined;
      const behind = `0x${Math.max(0, Number(head.result) - 1).toString(16)}`;
      return ask('eth_getBlockByNumber', [behind, isWhole]);
    },
  };
}

/** Nodes without a method. */
function lacking(
  method: string,
  { code, message }: { readonly code: number; readonly message: string },
): () => NodeRules {
  return () => ({ call: (call) => (call.method === method ? refuse(code, message) : undefined) });
}

/** Nodes without names for blocks that stay. */
function untagged(): NodeRules {
  return {
    call: ({ method, params }) =>
      method === 'eth_getBlockByNumber' && ['safe', 'finalized'].includes(String(params[0]))
        ? refuse(-39001, 'Unknown block')
        : undefined,
  };
}

/** Blocks whose states a full node of go-ethereum keeps. */
const statesKept = 128;

/** Nodes that have dropped the states of older blocks. */
function pruned(): NodeRules {
  return {
    call: async ({ method, params }, ask) => {
      const block = params.at(-1);
      const isHeight = typeof block === 'string' && /^0x[0-9a-f]{1,8}$/.test(block);
      if (!stateMethods.includes(method) || !isHeight) return undefined;
      const head = await ask('eth_blockNumber', []);
      return 'result' in head && Number(head.result) - Number(block) >= statesKept
        ? refuse(-32000, 'missing trie node 3b1f (path ) state 0x3b1f is not available')
        : undefined;
    },
  };
}

/** Nodes that are behind others, that forget states, and that lack a method. */
export const stateCases: readonly NetworkCase[] = [
  {
    name: 'header-not-found',
    rule: 'each third question reaches a node without the block',
    source: `${github}/ethersphere/bee/issues/1919`,
    rules: everyCall(3, ['eth_call', 'eth_getBalance', 'eth_getTransactionCount'], () =>
      refuse(-32000, 'header not found'),
    ),
    ends: 'fill',
  },
  {
    name: 'logs-of-unknown-block',
    rule: 'each third question for logs reaches a node without the block',
    source: `${github}/ethereum/go-ethereum/issues/24078`,
    rules: everyCall(3, ['eth_getLogs'], () => refuse(-32000, 'unknown block')),
    ends: 'fill',
  },
  {
    name: 'block-behind',
    rule: 'each second question for the newest block is answered with the one before',
    source: `${github}/ethereum/go-ethereum/issues/27353`,
    rules: lagging,
    ends: 'fill',
  },
  {
    name: 'missing-trie-node',
    rule: 'each fourth call finds no state',
    source: `${github}/0xPolygon/bor/issues/1303`,
    rules: everyCall(4, ['eth_call', 'eth_getCode', 'eth_getBalance'], () =>
      refuse(
        -32000,
        'missing trie node c6ebfa185e24077a555f06caaf4b78d9e0ae9dcb7a693ec753e856f49f55c85c (path ) state 0xc6eb is not available, not found',
      ),
    ),
    ends: 'fill',
  },
  {
    name: 'no-archive',
    rule: 'keeps the states of 128 blocks',
    source: 'https://geth.ethereum.org/docs/fundamentals/sync-modes',
    rules: pruned,
    blocksBefore: 300,
    logged: 'an endpoint lacks properties: archive',
    ends: 'fill',
  },
  {
    name: 'no-finalized',
    rule: 'knows neither safe nor finalized',
    source: `${github}/node-real/bsc-erigon/issues/376`,
    rules: untagged,
    logged: 'an endpoint lacks properties: finalized, safe',
    ends: 'fill',
  },
  {
    name: 'no-simulation',
    rule: 'knows no eth_simulateV1',
    source: `${github}/base/node/issues/399`,
    rules: lacking('eth_simulateV1', {
      code: -32601,
      message: 'the method eth_simulateV1 does not exist/is not available',
    }),
    logged: 'eth_simulateV1',
    ends: 'fill',
  },
  {
    name: 'simulation-crashes',
    rule: 'breaks in eth_simulateV1 (Nitro)',
    source: `${github}/OffchainLabs/nitro/issues/3372`,
    rules: lacking('eth_simulateV1', { code: -32603, message: 'method handler crashed' }),
    ends: 'fill',
  },
  {
    name: 'no-fee-history',
    rule: 'tells no fees of blocks, each second time',
    source: 'https://ethereum.github.io/execution-apis/api-documentation/',
    rules: everyCall(2, ['eth_feeHistory'], () =>
      refuse(-32000, 'request beyond head block: requested 20, head 19'),
    ),
    ends: 'fill',
  },
];
