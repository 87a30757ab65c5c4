import { randomBytes } from 'node:crypto';
import type { Chain, ChainEvent } from '@portage/core/chain';
import { WebSocketServer, type WebSocket } from 'ws';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sendTransfer } from '../../test/sendTransfer.js';
import { callWeights, hostBudget } from '../endpoint/callWeights.js';
import { startHost } from '../../test/startHost.js';
import { openExchange, startChain, type TestChain } from '../../test/startChain.js';

/** Milliseconds between two questions for a block, which no test waits for. */
const seldomMs = 600_000;
/** Blocks until a transfer is executed. */
const blocksMax = 3;
const lost = 'the channel of our accounts is lost: they are read by HTTP alone';
const back = 'the channel of our accounts is back';

let node: TestChain;
let closing: AbortController;
let logged: string[];
/** Payments of all tests, which every history has. */
const paid: string[] = [];

beforeAll(async () => {
  node = await startChain();
});
afterAll(() => node.stop());
beforeEach(() => {
  closing = new AbortController();
  logged = [];
});
afterEach(async () => {
  closing.abort();
  await node.controls.setFaults();
});

/** Opens the chain with the stream of its host, and reads its events. */
async function open(
  pollMs: number,
  authTokens = false,
): Promise<{ readonly chain: Chain; readonly events: readonly ChainEvent[] }> {
  const wsUrl = `${node.url.replace('http', 'ws')}/stream`;
  const config = { ...node.config, pollMs, wsUrl, authTokens };
  const chain = await openExchange({ ...node, config }, closing.signal, (message) =>
    logged.push(message),
  );
  const events: ChainEvent[] = [];
  void (async () => {
    for await (const update of chain.observe.updates([], closing.signal))
      if (update.type === 'advance') events.push(...update.events);
  })();
  return { chain, events };
}

/** Pays the depository, and makes the blocks until that is executed. */
async function pay(): Promise<string> {
  const memo = `0x${randomBytes(32).toString('hex')}`;
  const txId = await sendTransfer(node, node.user(1), { memo });
  await node.controls.mine(blocksMax);
  paid.push(txId);
  return txId;
}

test('H15: a transfer is read when the channel of an account announces it', async () => {
  await node.controls.setFaults({ needsAuth: true });
  const { chain, events } = await open(seldomMs, true);
  const first = chain.observe.tip()?.value.height ?? 0;
  for (let times = 0; times < 2; times += 1) {
    const txId = await pay();
    await expect.poll(() => events.map((event) => event.txId)).toContain(txId);
  }
  expect(chain.observe.tip()?.value.height).toBeGreaterThan(first);
  expect(logged).not.toContain(lost);
});

test('H15: what was executed while the channel was lost is read when it is back', async () => {
  const { events } = await open(seldomMs);
  const before = await pay();
  await expect.poll(() => events.map((event) => event.txId)).toContain(before);
  await node.controls.setFaults({ isStreamDown: true });
  const txId = await pay();
  await expect.poll(() => logged).toContain(lost);
  expect(events.map((event) => event.txId)).not.toContain(txId);
  await node.controls.setFaults();
  await expect.poll(() => events.map((event) => event.txId)).toContain(txId);
  expect(logged.filter((message) => [lost, back].includes(message))).toEqual([lost, back]);
});

test('H15: without the channel a chain is read by HTTP at its pace', async () => {
  await node.controls.setFaults({ isStreamDown: true });
  const { events } = await open(50);
  const txId = await pay();
  await expect.poll(() => events.map((event) => event.txId)).toContain(txId);
  await expect.poll(() => logged).toContain(lost);
});

test('H15: a start and a payment stay within the weight of a standard account', async () => {
  const weights = callWeights('standard');
  const { callsPerSecondMax, burstMs } = hostBudget(weights);
  const host = await startHost(node.url);
  let weight = 0;
  let listed = 0;
  const count = (method: string) => (answer: Readonly<Record<string, unknown>>) => {
    weight += weights.weigh({ method });
    listed += 1;
    return answer;
  };
  const names = ['currentHeight', 'account', 'nextNonce', 'apikeys', 'accountTxs'];
  const counted = [...names, 'transferFeeInfo', 'tx'].map((name) => [name, count(name)] as const);
  host.lie(Object.fromEntries(counted));
  const startedAt = performance.now();
  const wsUrl = `${node.url.replace('http', 'ws')}/stream`;
  const config = { ...node.config, rpcUrls: [host.url], wsUrl, tier: 'standard' as const };
  const chain = await openExchange({ ...node, config }, closing.signal);
  const found: string[] = [];
  void (async () => {
    for await (const update of chain.observe.updates([], closing.signal))
      if (update.type === 'advance') found.push(...update.events.map(({ txId }) => txId));
  })();
  const txId = await pay();
  await expect.poll(() => found).toContain(txId);
  const seconds = (performance.now() - startedAt) / 1_000;
  expect(listed).toBeGreaterThan(8);
  // The last list of calls may go beyond the budget.
  expect(weight).toBeLessThanOrEqual(callsPerSecondMax * (burstMs / 1_000 + seconds) + 1_500);
  await host.stop();
});

/** Starts a stream that says that all is subscribed, and announces and names what it likes. */
async function startLiar() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const names: string[] = [];
  const connected = new Promise<WebSocket>((resolve) => {
    server.on('connection', (socket) => {
      socket.on('message', (data: Buffer) => {
        const { type, channel = '' } = JSON.parse(data.toString()) as Record<string, string>;
        const name = channel.replace('/', ':');
        if (type !== 'subscribe') return;
        names.push(name);
        socket.send(JSON.stringify({ type: 'subscribed/account_tx', channel: name }));
      });
      resolve(socket);
    });
  });
  const { port } = server.address() as AddressInfo;
  return { server, names, url: `ws://127.0.0.1:${String(port)}`, connected };
}

test('H15: a stream that announces without end brings readings at their pace, and no event', async () => {
  const host = await startHost(node.url);
  let readings = 0;
  host.lie({ currentHeight: (answer) => ((readings += 1), answer) });
  const liar = await startLiar();
  const config = { ...node.config, pollMs: seldomMs, rpcUrls: [host.url], wsUrl: liar.url };
  const startedAt = performance.now();
  const chain = await openExchange({ ...node, config }, closing.signal);
  const events: ChainEvent[] = [];
  void (async () => {
    for await (const update of chain.observe.updates([], closing.signal))
      if (update.type === 'advance') events.push(...update.events);
  })();
  const socket = await liar.connected;
  const tx = { hash: '0x01', type: 12, amount: '1000000', status: 3 };
  const announce = (round: number): void => {
    for (const channel of [...liar.names, `account_tx:${String(round)}`])
      for (const type of ['update/account_tx', 'subscribed/account_tx'])
        socket.send(JSON.stringify({ type, channel, txs: { 1: [tx] } }));
  };
  for (let round = 0; round < 300; round += 1) {
    announce(round);
    const answered = once(socket, 'message');
    socket.send(JSON.stringify({ type: 'ping' }));
    await answered;
    await (await fetch(`${host.url}/api/v1/currentHeight`)).text();
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  // Two readings at the start, three at once, and one for each quarter of a second.
  expect(readings - 300).toBeLessThanOrEqual(6 + seconds * 4);
  const txId = await pay();
  // Without a further word the next reading is far away: a turn may have been taken before it paid.
  const seen = (): readonly string[] => {
    announce(0);
    return events.map((event) => event.txId);
  };
  await expect.poll(seen).toContain(txId);
  expect(events.filter((event) => !paid.includes(event.txId))).toEqual([]);
  liar.server.close();
  await host.stop();
});
