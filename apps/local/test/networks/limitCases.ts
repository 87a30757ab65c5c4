import type { NetworkCase } from './networkCase.js';
import { refuse } from './nodeRules.js';
import { batchMax, forEach, logRange } from './ruleKinds.js';

const github = 'https://github.com';
/** Blocks before the start, so that the first reading is longer than what nodes tell at once. */
const blocksBefore = 1_200;
/** Refusals of both chains until each knows what its node tells; two questions come together. */
const refusalsMax = 40;
const logged = 'tells logs of fewer blocks at once';
const hex = (height: number): string => `0x${height.toString(16)}`;

const batchCases: readonly NetworkCase[] = [
  {
    name: 'batch-3',
    rule: 'three calls at once; status 500 and an error for each (dRPC)',
    source: `${github}/blockscout/blockscout/pull/14211`,
    rules: batchMax(3, (calls) => ({
      status: 500,
      body: forEach(calls, true, {
        code: 31,
        message:
          'Batch of more than 3 requests are not allowed on free tier, to use this feature register paid account at drpc.org',
      }),
    })),
    logged: 'takes fewer calls at once',
    ends: 'fill',
  },
  {
    name: 'batch-10',
    rule: 'ten calls at once; one error without an id (Erigon)',
    source: `${github}/erigontech/erigon/issues/17245`,
    rules: batchMax(10, (calls) => ({
      status: 200,
      body: {
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32000,
          message: `batch limit 10 exceeded (can increase by --rpc.batch.limit). Requested batch of size: ${String(calls.length)}`,
        },
      },
    })),
    ends: 'fill',
  },
  {
    name: 'batch-5',
    rule: 'five calls at once; one error with the first id in a list (go-ethereum)',
    source: `${github}/ethereum/go-ethereum/blob/master/rpc/handler.go`,
    rules: batchMax(5, (calls) => ({
      status: 200,
      body: forEach(calls.slice(0, 1), true, { code: -32600, message: 'batch too large' }),
    })),
    ends: 'fill',
  },
  {
    name: 'batch-body',
    rule: 'two calls at once; status 413 and a page (nginx)',
    source: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#client_max_body_size',
    rules: batchMax(2, () => ({
      status: 413,
      headers: { 'content-type': 'text/html' },
      body: '<html><head><title>413 Request Entity Too Large</title></head></html>',
    })),
    ends: 'fill',
  },
];

const logCases: readonly NetworkCase[] = [
  {
    name: 'logs-500',
    rule: 'logs of 500 blocks; status 400 and a range that works (Alchemy)',
    source: `${github}/boundless-xyz/boundless/issues/838`,
    rules: logRange(
      500,
      ({ from }) =>
        refuse(
          -32600,
          `You can make eth_getLogs requests with up to a 500 block range. Based on your parameters, this block range should work: [${hex(from)}, ${hex(from + 499)}]`,
        ),
      400,
    ),
    blocksBefore,
    refusalsMax,
    logged,
    ends: 'fill',
  },
  {
    name: 'logs-5',
    rule: 'logs of 5 blocks; status 413 (QuickNode, which says 10,000 or 5 by the plan)',
    source: `${github}/OffchainLabs/arbitrum-sdk/issues/609`,
    rules: logRange(5, () => refuse(-32614, 'eth_getLogs is limited to a 5 range'), 413),
    blocksBefore: 300,
    refusalsMax,
    logged,
    ends: 'fill',
  },
  {
    name: 'logs-limit',
    rule: 'logs of 1,000 blocks; both figures (Infura, which says 10,000)',
    source: `${github}/INFURA/infura/issues/237`,
    rules: logRange(1_000, ({ count }) =>
      refuse(-32602, `range ${String(count)} exceeds limit of 1000`),
    ),
    blocksBefore,
    refusalsMax,
    logged,
    ends: 'fill',
  },
  {
    name: 'logs-distance',
    rule: 'logs of 100 blocks; a distance (Ankr, which says 10,000)',
    source: `${github}/ponder-sh/ponder/issues/1940`,
    rules: logRange(100, () => refuse(-32602, 'maximum [from, to] blocks distance: 100')),
    blocksBefore,
    refusalsMax,
    logged,
    ends: 'fill',
  },
  {
    name: 'logs-bnb',
    rule: 'logs of 500 blocks; one figure (BNB Chain, which says 5,000)',
    source: `${github}/AlphaWallet/alpha-wallet-android/issues/2736`,
    rules: logRange(500, () => refuse(-32000, 'exceed maximum block range: 500')),
    blocksBefore,
    refusalsMax,
    logged,
    ends: 'fill',
  },
  {
    name: 'logs-data',
    rule: 'logs of 200 blocks; the words are in the data (Tenderly, which says 2,000)',
    source: `${github}/bobanetwork/boba_legacy/issues/827`,
    rules: logRange(200, ({ count }) =>
      refuse(-32602, 'invalid params', {
        error_id: '4ed94073-0317-4648-a167-107fba5f44b3',
        payload: `range ${String(count)} is bigger than range limit 200`,
      }),
    ),
    blocksBefore,
    refusalsMax,
    logged,
    ends: 'fill',
  },
  {
    name: 'logs-unsaid',
    rule: 'logs of 50 blocks; no figure (Scroll)',
    source: `${github}/scroll-tech/go-ethereum/pull/529`,
    rules: logRange(50, () => refuse(-32000, 'block range is bigger than maxBlockRange')),
    blocksBefore,
    refusalsMax,
    logged,
    ends: 'fill',
  },
  {
    name: 'logs-busy',
    rule: 'logs of 300 blocks; the code of a node that is busy (BNB Chain)',
    source: `${github}/DefiLlama/dimension-adapters/pull/864`,
    rules: logRange(300, () => refuse(-32005, 'limit exceeded')),
    blocksBefore,
    refusalsMax,
    logged,
    ends: 'fill',
  },
];

/** Bounds of what one exchange may ask for. */
export const limitCases: readonly NetworkCase[] = [...batchCases, ...logCases];
