import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type TransactionStepItem } from '@relayprotocol/relay-sdk';
import { adaptBitcoinWallet } from '@relayprotocol/relay-bitcoin-wallet-adapter';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keyWallet } from '../../../packages/bitcoin/src/index.js';
import { kinds, payerKey } from '../../../packages/bitcoin/test/signing.js';
import { startRegtest, type Regtest } from '../../../packages/bitcoin/test/startRegtest.js';

/**
 * Published Bitcoin adapter, unmodified, with PSBTs as our steps hold them. It sends to one public
 * host, which a proxy answers with our node.
 */
let node: Regtest;
let proxy: Server;
const asked: string[] = [];

beforeAll(async () => {
  node = await startRegtest();
  proxy = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      node.send(body).then(
        (txId) => response.end(txId),
        (error: unknown) => response.writeHead(400).end(String(error)),
      );
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  // A server on a port has an address of this kind.
  const { port } = proxy.address() as AddressInfo;
  vi.stubEnv('https_proxy', `http://127.0.0.1:${String(port)}`);
  vi.stubEnv('no_proxy', '127.0.0.1,localhost');
  createClient({ baseApiUrl: 'http://127.0.0.1:1', chains: [], source: 'portage.test' });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  proxy.close();
  await node.stop();
});

// The adapter finalizes what a wallet signed. Of Taproot its library cannot, unless an app gives
// that library a curve.
const finalized = kinds.filter((kind) => kind !== 'p2tr');

test.each(finalized)('a deposit from an address of %s is signed, sent and mined', async (kind) => {
  const { psbt, payer, coins } = await node.deposit(kind);
  const own = keyWallet(payerKey, 'regtest', kind);
  const wallet = adaptBitcoinWallet(payer, async (address, unsigned) => {
    const signed = await own.signPsbt({
      psbt: unsigned.toHex(),
      address,
      inputs: coins.length,
    });
    return Buffer.from(signed, 'hex').toString('base64');
  });
  // Its types name members of other families that a PSBT does not have.
  const data = { psbt, chainId: 8253038 } as TransactionStepItem['data'];
  const item: TransactionStepItem = { status: 'incomplete', data };
  const txId = await wallet.handleSendTransactionStep(8253038, item, {
    id: 'deposit',
    action: '',
    description: '',
    kind: 'transaction',
    items: [item],
  });
  expect(asked.at(-1)).toBe('POST https://mempool.space/api/tx');
  await node.controls.mine(1);
  expect(txId).toMatch(/^[0-9a-f]{64}$/);
  expect(await node.read(`/tx/${txId ?? ''}/status`)).toContain('"confirmed":true');
});
