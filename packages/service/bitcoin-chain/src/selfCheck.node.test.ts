import { startFaultProxy, type Fault, type FaultProxy } from '@portage/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openBitcoin } from '../test/openBitcoin.js';
import { startChain, type TestChain } from '../test/startChain.js';

let node: TestChain;
let proxy: FaultProxy;
let closing: AbortController;

beforeAll(async () => {
  node = await startChain();
  proxy = await startFaultProxy({ target: node.rpcUrl });
});
afterAll(async () => {
  await proxy.close();
  await node.stop();
});
beforeEach(() => {
  closing = new AbortController();
});
afterEach(() => {
  proxy.set([]);
  closing.abort();
});

const pruned: Fault = {
  type: 'falsify',
  methods: ['getblockchaininfo'],
  result: (result: unknown) => ({ ...(result as object), pruned: true }),
};
const withoutIndex: Fault = {
  type: 'rpcError',
  methods: ['getrawtransaction'],
  code: -5,
  message: 'No such mempool transaction. Use -txindex to enable blockchain transaction queries.',
};
const otherChain: Fault = {
  type: 'falsify',
  methods: ['getblockchaininfo'],
  result: (result: unknown) => ({ ...(result as object), chain: 'main' }),
};

it.each([
  ['without old blocks', pruned, /it has deleted old blocks/, 'prune=0'],
  ['without an index', withoutIndex, /does not find transactions by their ids/, 'txindex=1'],
  ['of another network', otherChain, /it serves "main", not regtest/, 'Check the endpoints'],
] as const)(
  'S11: a node %s is refused at the start, with what to do',
  async (_, fault, text, hint) => {
    const config = { ...node.config, rpcUrls: [proxy.url] };
    proxy.set([fault]);
    const opened = openBitcoin(config, closing.signal, node.keys);
    await expect(opened).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      message: expect.stringMatching(text) as string,
      hint: expect.stringContaining(hint) as string,
    });
    proxy.set([]);
    await expect(openBitcoin(config, closing.signal, node.keys)).resolves.toBeDefined();
  },
);
