import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bitcoinChain, bitcoinDevnetChain, createDevnet, type Devnet } from '../index.js';
import { signTransfer, type OwnCoin } from './control/signTransfer.js';
import { deriveBitcoinKeys } from './keys/deriveBitcoinKeys.js';
import { hex } from './transaction/hashes.js';
import type { Tx } from './transaction/readTransaction.js';

const { users, roles } = deriveBitcoinKeys(2);
const { solver } = roles;
const [alice] = users;
const txIdSchema = z.string().regex(/^[0-9a-f]{64}$/);
const utxosSchema = z.array(z.object({ txid: txIdSchema, vout: z.number(), value: z.number() }));

const anyNumber: unknown = expect.any(Number);
const anyText: unknown = expect.any(String);

let devnet: Devnet;
let rpcUrl: string;
let esploraUrl: string;
let coins: OwnCoin[];

beforeAll(async () => {
  devnet = await createDevnet({
    chains: [bitcoinDevnetChain],
    ports: [0],
    controlPort: 0,
    bitcoin: { blockMs: 0 },
  });
  ({ rpcUrl, esploraUrl } = bitcoinChain(devnet.description));
  const utxos = utxosSchema.parse(await (await get(`/address/${solver.address}/utxo`)).json());
  coins = utxos.map(({ txid, vout, value }) => ({
    txId: txid,
    vout,
    key: solver,
    value: BigInt(value),
  }));
});

afterAll(async () => {
  await devnet.close();
});

const get = (path: string): Promise<Response> => fetch(`${esploraUrl}${path}`);
const read = async (path: string): Promise<unknown> => (await get(path)).json();
const readText = async (path: string): Promise<string> => (await get(path)).text();

async function post(body: unknown, headers = {}): Promise<{ status: number; body: unknown }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(rpcUrl, { method: 'POST', body: text, headers });
  return { status: response.status, body: await response.json() };
}

const answerSchema = z.object({
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string() }).nullable(),
});

/** Result of a method, or its error. */
async function call(method: string, ...params: readonly unknown[]): Promise<unknown> {
  const { result, error } = answerSchema.parse((await post({ id: 1, method, params })).body);
  return error ?? result;
}

function pay(fee: bigint, coin: OwnCoin = coins.shift()!): Tx {
  return signTransfer([coin], [{ script: alice!.script, value: coin.value - fee }]);
}

async function sendMined(tx: Tx): Promise<string> {
  expect(await call('sendrawtransaction', hex(tx.bytes))).toBe(tx.id);
  await devnet.bitcoin().mine(1);
  return z.string().parse(await call('getbestblockhash'));
}

async function control(path: string, body: object): Promise<unknown> {
  const { controlUrl } = devnet.description;
  const response = await fetch(`${controlUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chainId: bitcoinDevnetChain.id, ...body }),
  });
  const answer: unknown = await response.json();
  expect({ answer, status: response.status }).toMatchObject({ status: 200 });
  return answer;
}

describe('RPC', () => {
  test('a batch is answered in order, with the errors of its members', async () => {
    const { status, body } = await post([
      { jsonrpc: '2.0', id: 'a', method: 'getblockcount' },
      { jsonrpc: '2.0', id: 'b', method: 'nothing' },
      { id: 3, method: 'getblockhash', params: { height: 0 } },
      7,
    ]);
    expect(status).toBe(200);
    expect(body).toEqual([
      { jsonrpc: '2.0', id: 'a', result: anyNumber },
      { jsonrpc: '2.0', id: 'b', error: { code: -32601, message: 'Method not found' } },
      {
        id: 3,
        error: null,
        result: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
      },
      { id: null, result: null, error: { code: -32600, message: 'Invalid Request object' } },
    ]);
  });

  test.each([
    { body: '{', status: 500, code: -32700 },
    { body: '[]', status: 400, code: -32600 },
    { body: { id: 1, method: 'nothing' }, status: 404, code: -32601 },
    { body: { id: 1, method: 'getblockhash', params: ['x'] }, status: 500, code: -3 },
    { body: { id: 1, method: 'getblockhash', params: [9_999_999] }, status: 500, code: -8 },
    { body: { id: 1, method: 'getblock', params: ['00'.repeat(32)] }, status: 500, code: -5 },
    { body: { id: 1, method: 'sendrawtransaction', params: ['00'] }, status: 500, code: -22 },
  ])('a request that fails: $body', async ({ body, status, code }) => {
    expect(await post(body)).toMatchObject({ status, body: { result: null, error: { code } } });
  });

  test('a transaction is refused with the code of its fault', async () => {
    const tx = pay(1_000n);
    const unknown = pay(1_000n, { ...coins[0]!, txId: 'ab'.repeat(32) });
    const send = (each: Tx): Promise<unknown> => call('sendrawtransaction', hex(each.bytes));
    expect(await send(unknown)).toEqual({ code: -25, message: 'bad-txns-inputs-missingorspent' });
    expect(await send(pay(10n, coins[0]))).toEqual({
      code: -26,
      message: 'min relay fee not met, 10 < 110',
    });
    expect(await send(pay(10_0000_0000n - 1_000n, coins[0]))).toMatchObject({ code: -25 });
    await sendMined(tx);
    expect(await send(tx)).toMatchObject({ code: -27 });
  });

  test('a transaction is tested and not sent', async () => {
    const tx = pay(1_000n, coins[0]);
    const missing = pay(1_000n, { ...coins[0]!, vout: 77 });
    const dear = pay(5_0000_0000n, coins[0]);
    const raw = [tx, missing, dear].map(({ bytes }) => hex(bytes));
    expect(await call('testmempoolaccept', raw)).toMatchObject([
      { txid: tx.id, allowed: true, vsize: tx.vsize, fees: { base: 0.00001 } },
      { txid: missing.id, allowed: false, 'reject-reason': 'missing-inputs' },
      { txid: dear.id, allowed: false, 'reject-reason': 'max-fee-exceeded' },
    ]);
    expect(await call('getrawmempool')).not.toContain(tx.id);
  });

  test('a transaction and its block are shown in every detail that is asked', async () => {
    const coin = coins[0]!;
    const tx = pay(1_000n);
    const block = await sendMined(tx);
    const prevout = { value: 10, scriptPubKey: { address: solver.address } };
    const show = (verbosity: unknown): Promise<unknown> =>
      call('getrawtransaction', tx.id, verbosity);
    expect(await show(0)).toBe(hex(tx.bytes));
    const plain = await show(true);
    expect(plain).toMatchObject({
      txid: tx.id,
      blockhash: block,
      confirmations: 1,
      vsize: tx.vsize,
      vin: [{ txid: coin.txId, vout: coin.vout, sequence: 0xfffffffd }],
      vout: [{ n: 0, value: 9.99999, scriptPubKey: { type: 'witness_v0_keyhash' } }],
    });
    expect(plain).not.toMatchObject({ vin: [{ prevout }] });
    expect(await show(2)).toMatchObject({ fee: 0.00001, vin: [{ prevout }] });
    const coinbase = { txid: anyText };
    expect(await call('getblock', block, 0)).toContain(hex(tx.bytes));
    expect(await call('getblock', block)).toMatchObject({ nTx: 2, tx: [anyText, tx.id] });
    expect(await call('getblock', block, 2)).toMatchObject({
      tx: [coinbase, { txid: tx.id, fee: 0.00001 }],
    });
    expect(await call('getblock', block, 3)).toMatchObject({
      tx: [coinbase, { vin: [{ prevout }] }],
    });
  });
});

describe('Esplora', () => {
  test('a transaction is sent as text, waits and is mined', async () => {
    const tx = pay(1_000n);
    const coin = tx.inputs[0]!;
    const send = (body: string): Promise<Response> =>
      fetch(`${esploraUrl}/tx`, { method: 'POST', body });
    const answer = await send(hex(tx.bytes));
    expect([answer.status, await answer.text()]).toEqual([200, tx.id]);
    const status = { confirmed: false };
    expect(await read(`/tx/${tx.id}/status`)).toEqual(status);
    const waiting = {
      txid: tx.id,
      fee: 1_000,
      status,
      vin: [{ txid: coin.txId, prevout: { scriptpubkey_address: solver.address } }],
      vout: [{ scriptpubkey_type: 'v0_p2wpkh', scriptpubkey_address: alice!.address }],
    };
    expect(await read(`/address/${alice!.address}/txs/mempool`)).toMatchObject([waiting]);
    expect(await read(`/tx/${coin.txId}/outspend/${coin.vout}`)).toEqual({
      spent: true,
      txid: tx.id,
      vin: 0,
      status,
    });
    await devnet.bitcoin().mine(1);
    const height = Number(await readText('/blocks/tip/height'));
    const hash = await readText('/blocks/tip/hash');
    expect(await readText(`/block-height/${height}`)).toBe(hash);
    const mined = {
      confirmed: true,
      block_height: height,
      block_hash: hash,
      block_time: anyNumber,
    };
    expect(await read(`/tx/${tx.id}`)).toMatchObject({ ...waiting, status: mined });
    expect(await read(`/address/${alice!.address}/utxo`)).toContainEqual({
      txid: tx.id,
      vout: 0,
      value: 9_9999_9000,
      status: mined,
    });
    expect(await readText(`/tx/${tx.id}/hex`)).toBe(hex(tx.bytes));
    expect(await read(`/block/${hash}/txids`)).toContain(tx.id);
    expect(await read(`/block/${hash}`)).toMatchObject({ id: hash, height, tx_count: 2 });
    const again = await send(hex(tx.bytes));
    expect([again.status, await again.text()]).toEqual([
      400,
      'sendrawtransaction RPC error: ' +
        '{"code":-27,"message":"Transaction outputs already in utxo set"}',
    ]);
    expect((await send('nothing')).status).toBe(400);
  });

  test.each([
    { path: `/tx/${'00'.repeat(32)}`, status: 404 },
    { path: `/tx/${'00'.repeat(32)}/hex`, status: 404 },
    { path: `/block/${'00'.repeat(32)}`, status: 404 },
    { path: '/block-height/9999999', status: 404 },
    { path: '/nothing', status: 404 },
    { path: '/address/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4/utxo', status: 400 },
  ])('$path is answered with $status', async ({ path, status }) => {
    expect((await get(path)).status).toBe(status);
  });

  test('pages of other origins may read and send, and may not use the controls', async () => {
    const origin = { origin: 'https://example.org' };
    const answer = await fetch(`${esploraUrl}/fee-estimates`, { headers: origin });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toMatchObject({ '1': 1, '144': 1 });
    const before = await fetch(rpcUrl, { method: 'OPTIONS', headers: origin });
    expect(before.status).toBe(204);
    expect(before.headers.get('access-control-allow-methods')).toContain('POST');
    const mine = { id: 1, method: 'devnetMine', params: [1] };
    expect((await post(mine, origin)).status).toBe(404);
    expect((await post(mine)).status).toBe(200);
  });
});

describe('controls over HTTP', () => {
  test('blocks that are full of better payers leave a cheap transaction out', async () => {
    await control('/fee-pressure', { satPerVb: 40, blocks: 1 });
    expect(await read('/fee-estimates')).toMatchObject({ '2': 1 });
    const cheap = pay(2_000n);
    const dear = pay(10_000n);
    for (const tx of [cheap, dear]) await call('sendrawtransaction', hex(tx.bytes));
    const rates = z.record(z.string(), z.number()).parse(await read('/fee-estimates'));
    expect(rates['1']).toBeGreaterThan(40);
    await control('/mine', {});
    expect(await read(`/tx/${dear.id}/status`)).toMatchObject({ confirmed: true });
    expect(await read(`/tx/${cheap.id}/status`)).toEqual({ confirmed: false });
    await control('/fee-pressure', { satPerVb: 0 });
    await control('/mine', {});
    expect(await read(`/tx/${cheap.id}/status`)).toMatchObject({ confirmed: true });
  });

  test('a waiting transaction is dropped, or its coins are spent again', async () => {
    const [one, two, three] = [pay(1_000n), pay(1_000n), pay(1_000n)];
    for (const tx of [one, two, three]) await call('sendrawtransaction', hex(tx.bytes));
    expect(await control('/drop-transaction', { txid: one.id })).toEqual({ txHashes: [one.id] });
    expect((await get(`/tx/${one.id}`)).status).toBe(404);
    const again = z.object({ txHashes: z.tuple([txIdSchema]) });
    const replaced = again.parse(await control('/spend-again', { txid: two.id }));
    expect(await call('getrawmempool')).toContain(replaced.txHashes[0]);
    const mined = again.parse(await control('/spend-again', { txid: three.id, mine: true }));
    expect(await read(`/tx/${mined.txHashes[0]}/status`)).toMatchObject({ confirmed: true });
    for (const { id } of [two, three]) expect((await get(`/tx/${id}`)).status).toBe(404);
  });

  test('a reorg drops one transaction and keeps the others', async () => {
    const [kept, dropped] = [pay(1_000n), pay(1_000n)];
    for (const tx of [kept, dropped]) await call('sendrawtransaction', hex(tx.bytes));
    await control('/mine', {});
    const old = await readText('/blocks/tip/hash');
    expect(await control('/bitcoin-reorg', { depth: 1, leaveOut: [dropped.id] })).toMatchObject({
      tip: await readText('/blocks/tip/hash'),
      dropped: [dropped.id],
    });
    expect(await read(`/block/${old}/status`)).toEqual({ in_best_chain: false });
    expect(await read(`/tx/${kept.id}/status`)).toMatchObject({ confirmed: true });
    expect((await get(`/tx/${dropped.id}`)).status).toBe(404);
  });

  test('blocks come at the pace that is set, and the faucet pays in the next', async () => {
    const height = async (): Promise<number> => Number(await readText('/blocks/tip/height'));
    const before = await height();
    await control('/block-time', { ms: 50 });
    await expect.poll(height).toBeGreaterThan(before + 2);
    await control('/block-time', { ms: 0 });
    const paid = z
      .object({ txHashes: z.tuple([txIdSchema]) })
      .parse(await control('/faucet', { address: users[1]!.address, native: '12345' }));
    expect(await read(`/tx/${paid.txHashes[0]}`)).toMatchObject({
      vout: [{ value: 12_345, scriptpubkey_address: users[1]!.address }, {}],
      status: { confirmed: true },
    });
    await control('/pause', {});
    const paused = await height();
    await control('/shift-clock', { seconds: 5_000 });
    expect(await height()).toBe(paused + 1);
    const { timestamp } = z
      .object({ timestamp: z.number() })
      .parse(await read(`/block/${await readText('/blocks/tip/hash')}`));
    expect(timestamp).toBeGreaterThan(Date.now() / 1_000 + 4_900);
    await control('/resume', {});
  });
});
