import { createClient, type TransactionStepItem } from '@relayprotocol/relay-sdk';
import { adaptBitcoinWallet } from '@relayprotocol/relay-bitcoin-wallet-adapter';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyWallet } from '../../../packages/bitcoin/src/index.js';
import { kinds, payerKey } from '../../../packages/bitcoin/test/signing.js';
import { startRegtest, type Regtest } from '../../../packages/bitcoin/test/startRegtest.js';
import { startBroadcastHost, type BroadcastHost } from './startBroadcastHost.js';

/**
 * Published Bitcoin adapter, unmodified, with PSBTs as our steps hold them. It sends to one public
 * host, which a proxy answers with our node.
 */
let node: Regtest;
let host: BroadcastHost;

beforeAll(async () => {
  node = await startRegtest();
  host = await startBroadcastHost(node.send);
  createClient({ baseApiUrl: 'http://127.0.0.1:1', chains: [], source: 'portage.test' });
});
afterAll(async () => {
  host.close();
  await node.stop();
});

// The adapter finalizes what a wallet signed. Of Taproot its library cannot, unless an app gives
// that library a curve.
const finalized = kinds.filter((kind) => kind !== 'p2tr');

test.each(finalized)('a deposit from an address of %s is signed, sent and mined', async (kind) => {
  const { psbt, payer, coins } = await node.deposit(kind);
  const own = keyWallet(payerKey, 'regtest', kind);
  const wallet = adaptBitcoinWallet(payer, async (address, unsigned) => {
    const signed = await own.signPsbt({ psbt: unsigned.toHex(), address, inputs: coins.length });
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
  expect(host.asked.at(-1)).toBe('POST https://mempool.space/api/tx');
  await node.controls.mine(1);
  expect(txId).toMatch(/^[0-9a-f]{64}$/);
  expect(await node.read(`/tx/${txId ?? ''}/status`)).toContain('"confirmed":true');
});
