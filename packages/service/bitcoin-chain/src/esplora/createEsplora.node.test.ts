import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Transaction } from 'bitcoinjs-lib';
import { afterEach, describe, expect, it } from 'vitest';
import { createEsplora, type Esplora } from './createEsplora.js';

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const txId = 'ab'.repeat(32);
const coin = { txid: txId, vout: 1, value: 5_000, status: { confirmed: true, block_height: 7 } };

const opened: { server: Server; esplora: Esplora }[] = [];

afterEach(async () => {
  for (const { server, esplora } of opened.splice(0)) {
    await esplora.close();
    server.closeAllConnections();
    server.close();
  }
});

/** Endpoint that answers as the listener does. */
async function serve(listener: RequestListener, timeoutMs = 2_000): Promise<Esplora> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = bound !== null && typeof bound === 'object' ? bound.port : 0;
  const esplora = createEsplora(`http://name:secret@127.0.0.1:${String(port)}/api/`, timeoutMs);
  opened.push({ server, esplora });
  return esplora;
}

const answering = (body: unknown, status = 200): Promise<Esplora> =>
  serve((_, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });

describe('an endpoint of Esplora', () => {
  it('is asked below its path, with its credentials', async () => {
    const asked: unknown[] = [];
    const esplora = await serve(({ method, url, headers: { authorization } }, response) => {
      asked.push([method, url, authorization]);
      response.end(JSON.stringify([coin, { ...coin, vout: 2, status: { confirmed: false } }]));
    });
    const place = { txId, value: 5_000n };
    expect(await esplora.unspent(address)).toEqual([
      { ...place, vout: 1, height: 7 },
      { ...place, vout: 2, height: undefined },
    ]);
    const credentials = `Basic ${Buffer.from('name:secret').toString('base64')}`;
    expect(asked).toEqual([['GET', `/api/address/${address}/utxo`, credentials]]);
  });

  it.each([
    ['no JSON', '<html>'],
    ['no list', {}],
    ['a coin twice', [coin, coin]],
    ['a fraction of a satoshi', [{ ...coin, value: 0.5 }]],
    ['more money than there is', [{ ...coin, value: 2_100_000_000_000_001 }]],
    ['a negative place', [{ ...coin, vout: -1 }]],
    ['an id that is none', [{ ...coin, txid: '../../tx' }]],
    ['a confirmed coin without a height', [{ ...coin, status: { confirmed: true } }]],
  ])('that tells %s is not believed', async (_, body) => {
    const esplora = await answering(body);
    await expect(esplora.unspent(address)).rejects.toMatchObject({ code: 'RPC_HTTP_ERROR' });
  });

  it('that gives another transaction is not believed', async () => {
    const other = new Transaction();
    other.addInput(new Uint8Array(32).fill(1), 0);
    other.addOutput(new Uint8Array([0x51]), 1n);
    const esplora = await answering(other.toHex());
    await expect(esplora.transaction(txId)).rejects.toMatchObject({ code: 'RPC_HTTP_ERROR' });
    expect((await esplora.transaction(other.getId())).getId()).toBe(other.getId());
  });

  it('that sends byte by byte, without an end, is left at its time limit', async () => {
    const esplora = await serve((_, response) => {
      const drip = async (): Promise<void> => {
        while (response.writable) {
          response.write(' ');
          await delay(20);
        }
      };
      void drip();
    }, 300);
    await expect(esplora.unspent(address)).rejects.toMatchObject({ code: 'RPC_HTTP_ERROR' });
  });

  it('that sends without an end is left', async () => {
    const esplora = await serve((_, response) => {
      const block = Buffer.alloc(1_048_576, ' ');
      const pour = (): void => {
        while (response.writable && response.write(block));
      };
      response.on('drain', pour);
      pour();
    }, 20_000);
    await expect(esplora.unspent(address)).rejects.toThrow(/more than 33554432 bytes/);
  });

  it('leads nowhere else, and errors show neither its path nor its credentials', async () => {
    const hosts: string[] = [];
    const esplora = await serve(({ url = '' }, response) => {
      hosts.push(url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    const fault: unknown = await esplora.feeRates().catch((error: unknown) => error);
    expect(hosts).toEqual(['/api/fee-estimates']);
    expect(String(fault)).toMatch(/127\.0\.0\.1:\d+ answered with HTTP status 302/);
    expect(String(fault)).not.toMatch(/secret|api/);
  });

  it('tells rates for a thousand virtual bytes, rounded up', async () => {
    const esplora = await answering({ '1': 20.0004, '144': 1, note: 'more' });
    expect(await esplora.feeRates()).toEqual(
      new Map([
        [1, 20_001n],
        [144, 1_000n],
      ]),
    );
    await expect((await answering({ '1': -1 })).feeRates()).rejects.toThrow(/malformed fee rate/);
  });

  it('says whether it takes a transaction, and nothing where it is out of order', async () => {
    const bytes = Uint8Array.from([1, 2]);
    expect(await (await answering(txId)).send(bytes)).toEqual({ status: 'accepted' });
    const refusal = 'sendrawtransaction RPC error: {"code":-26,"message":"dust"}';
    expect(await (await answering(refusal, 400)).send(bytes)).toEqual({
      status: 'rejected',
      reason: refusal,
    });
    await expect((await answering('busy', 503)).send(bytes)).rejects.toMatchObject({
      code: 'RPC_HTTP_ERROR',
    });
  });
});
