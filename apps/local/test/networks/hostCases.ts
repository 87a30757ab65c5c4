import type { NetworkCase } from './networkCase.js';
import { everyCall, everyExchange, forEach } from './ruleKinds.js';

const github = 'https://github.com';

/** Hosts that want to be asked less, that know no such key, and whose nodes are away. */
export const hostCases: readonly NetworkCase[] = [
  {
    name: 'rate-after',
    rule: 'each eighth exchange is too many; status 429 and Retry-After',
    source: 'https://www.rfc-editor.org/rfc/rfc6585#section-4',
    rules: everyExchange(8, () => ({
      status: 429,
      headers: { 'retry-after': '1' },
      body: 'Too Many Requests',
    })),
    ends: 'fill',
  },
  {
    name: 'rate-beside',
    rule: 'each second exchange is too many, beside a host that answers; status 429 and Retry-After',
    source: 'https://www.rfc-editor.org/rfc/rfc6585#section-4',
    rules: everyExchange(2, () => ({
      status: 429,
      headers: { 'retry-after': '1' },
      body: 'Too Many Requests',
    })),
    isBeside: true,
    logged: 'an endpoint refuses',
    ends: 'fill',
  },
  {
    name: 'rate-units',
    rule: 'each fourth exchange is too many; status 429 and its code (Alchemy)',
    source: `${github}/conduitxyz/node/issues/36`,
    rules: everyExchange(4, (calls, isList) => ({
      status: 429,
      body: forEach(calls, isList, {
        code: 429,
        message:
          'Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore this message.',
      }),
    })),
    ends: 'fill',
  },
  {
    name: 'rate-data',
    rule: 'each fourth exchange is too many; status 429 and one error with data (Infura)',
    source: `${github}/gochain/web3/issues/180`,
    rules: everyExchange(4, (calls) => ({
      status: 429,
      body: forEach(calls, false, {
        code: -32005,
        message: 'daily request count exceeded, request rate limited',
        data: { rate: { allowed_rps: 1, backoff_seconds: 0, current_rps: 2.2 } },
      }),
    })),
    ends: 'fill',
  },
  {
    name: 'rate-calls',
    rule: 'each fifth call is too many; status 200 and code 429 in its place of a list',
    source: `${github}/wevm/viem/issues/3680`,
    rules: everyCall(
      5,
      ['eth_getBlockByNumber', 'eth_getLogs', 'eth_call', 'eth_sendRawTransaction'],
      () => ({ error: { code: 429, message: 'Too Many Requests' } }),
    ),
    ends: 'fill',
  },
  {
    name: 'backends-away',
    rule: 'no node behind each fourth exchange; status 503 (Base, OP Mainnet)',
    source: `${github}/okx/xlayer-erigon/issues/434`,
    rules: everyExchange(4, (calls, isList) => ({
      status: 503,
      body: forEach(calls, isList, {
        code: -32011,
        message: 'no backend is currently healthy to serve traffic',
      }),
    })),
    ends: 'fill',
  },
  {
    name: 'free-timeout',
    rule: 'each fifth call takes too long for the plan (dRPC)',
    source: `${github}/enviodev/hyperindex/issues/715`,
    rules: everyCall(5, ['eth_getBlockByNumber', 'eth_getLogs', 'eth_call'], () => ({
      error: {
        code: 30,
        message: 'Request timeout on the free tier, please upgrade your tier to the paid one',
      },
    })),
    ends: 'fill',
  },
  {
    name: 'key-spent',
    rule: 'month of the key is used up; status 403 (Alchemy)',
    source: `${github}/xmtp/xmtpd/issues/672`,
    rules: everyExchange(1, (calls, isList) => ({
      status: 403,
      body: forEach(calls, isList, {
        code: -32600,
        message:
          'Monthly capacity limit exceeded. Visit the dashboard to upgrade your scaling policy for continued service.',
      }),
    })),
    logged: 'Monthly capacity limit exceeded',
    ends: 'refusal',
  },
  {
    name: 'key-unknown',
    rule: 'key that is none; status 401 and text (Infura)',
    source: `${github}/graphprotocol/indexer/issues/145`,
    rules: everyExchange(1, () => ({ status: 401, body: 'invalid project id\n' })),
    logged: 'invalid project id',
    ends: 'refusal',
  },
  {
    name: 'key-closed',
    rule: 'key whose settings leave us out; status 403 (Infura)',
    source: `${github}/xclud/web3dart/issues/15`,
    rules: everyExchange(1, () => ({
      status: 403,
      body: {
        jsonrpc: '2.0',
        error: { code: -32002, message: 'rejected due to project ID settings' },
      },
    })),
    logged: 'rejected due to project ID settings',
    ends: 'refusal',
  },
];
