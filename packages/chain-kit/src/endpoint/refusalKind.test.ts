import { describe, expect, it } from 'vitest';
import { refusalKind } from './refusalKind.js';

describe('refusalKind', () => {
  it.each([
    ['rate', { status: 429, words: 'HTTP status 429' }],
    ['rate', { status: 402, words: 'credits used up' }],
    ['rate', { code: -32016, words: 'over rate limit' }],
    ['rate', { code: -32005, words: 'daily request count exceeded, request rate limited' }],
    ['rate', { code: 429, words: 'exceeded its compute units per second capacity' }],
    ['batch', { isBatch: true, words: 'too many requests' }],
    ['range', { code: -32005, method: 'eth_getLogs', words: 'exceed maximum block range: 500' }],
    ['range', { code: -32614, method: 'eth_getLogs', words: 'is limited to a 10,000 range' }],
    [
      'range',
      { code: -32005, method: 'eth_getLogs', words: 'query returned more than 10000 results' },
    ],
    ['method', { code: -32601, words: 'the method eth_simulateV1 does not exist' }],
    ['method', { code: -32000, words: 'Method eth_newFilter is not supported' }],
    ['method', { code: -32604, words: 'Method not enabled' }],
    [
      'pruned',
      { code: -32000, words: 'missing trie node 1d2f (path ) state 0x… is not available' },
    ],
    ['pruned', { code: -32000, words: 'historical state 0x… is not available' }],
    ['pruned', { status: 400, words: 'archive requests need a token' }],
    ['other', { code: -32000, words: 'nonce too low' }],
    ['other', { code: -32000, method: 'eth_call', words: 'value out of range' }],
    ['other', { status: 401, words: 'Unauthorized: key missing' }],
    [undefined, { code: 3, words: 'execution reverted: batch too large' }],
    [undefined, { code: -32000, words: 'VM Exception while processing transaction: revert' }],
  ] as const)('H15: %s: %j', (kind, refusal) => {
    expect(refusalKind(refusal)).toBe(kind);
  });
});
