import { createQuorum, type Endpoint } from '@portage/chain-kit';
import { hexToBytes } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { judgeCoins } from '../coins/confirmCoins.js';
import { scanCoins } from '../coins/scanCoins.js';
import { createFees } from '../gas/createFees.js';
import { selfCheck } from '../selfCheck.js';
import { readPlace } from '../spend/readPlace.js';

/**
 * Answers with every member that the documentation of Bitcoin Core 29 lists, about the first
 * payment that was ever made; they were not recorded from a node.
 */
const txId = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const blockHash = '00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee';
const previous = '0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9';
const firstScript =
  '4104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac';
const secondScript =
  '410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac';
const signature =
  '47304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901';
const hex = `0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd37040000000048${signature}ffffffff0200ca9a3b0000000043${firstScript}00286bee0000000043${secondScript}00000000`;

const output = (script: string): object => ({
  asm: `${script.slice(2, 132)} OP_CHECKSIG`,
  desc: `raw(${script})#00000000`,
  hex: script,
  type: 'pubkey',
});

const answers: Readonly<Record<string, unknown>> = {
  getrawtransaction: {
    hex,
    txid: txId,
    hash: txId,
    size: 275,
    vsize: 275,
    weight: 1100,
    version: 1,
    locktime: 0,
    vin: [
      {
        txid: previous,
        vout: 0,
        sequence: 4_294_967_295,
        scriptSig: { asm: signature.slice(2), hex: signature },
        prevout: { generated: true, height: 9, value: 50.0, scriptPubKey: output(secondScript) },
      },
    ],
    vout: [
      { value: 10.0, n: 0, scriptPubKey: output(firstScript) },
      { value: 40.0, n: 1, scriptPubKey: output(secondScript) },
    ],
    fee: 0.0,
    blockhash: blockHash,
    confirmations: 800_000,
    time: 1_231_731_025,
    blocktime: 1_231_731_025,
  },
  getblockheader: {
    hash: blockHash,
    confirmations: 800_000,
    height: 170,
    version: 1,
    versionHex: '00000001',
    merkleroot: '7dac2c5666815c17a3b36427de37bb9d2e2c5ccec3f8633eb91a4205cb4c10ff',
    time: 1_231_731_025,
    mediantime: 1_231_716_245,
    nonce: 1_889_418_792,
    bits: '1d00ffff',
    target: '00000000ffff0000000000000000000000000000000000000000000000000000',
    difficulty: 1,
    chainwork: '00'.repeat(30).concat('ab00'),
    nTx: 2,
    previousblockhash: '000000002a22cfee1f2c846adbd12b3e183d4f97683f85dad08a79780a84bd55',
    nextblockhash: '00000000c9ec538cab7f38ef9c67a95742f56ab07b0a37c5be6b02808dbfb4e0',
  },
  gettxout: {
    bestblock: blockHash,
    confirmations: 3,
    value: 10.0,
    coinbase: false,
    scriptPubKey: output(firstScript),
  },
  scantxoutset: {
    success: true,
    txouts: 180_000_000,
    height: 900_000,
    bestblock: blockHash,
    unspents: [
      {
        txid: txId,
        vout: 0,
        scriptPubKey: firstScript,
        desc: `raw(${firstScript})#00000000`,
        amount: 10.0,
        coinbase: false,
        height: 170,
        blockhash: blockHash,
        confirmations: 899_831,
      },
    ],
    total_amount: 10.0,
  },
  estimatesmartfee: { feerate: 0.00012345, blocks: 2 },
  getmempoolinfo: {
    loaded: true,
    size: 2_500,
    bytes: 1_400_000,
    usage: 7_000_000,
    total_fee: 0.12,
    maxmempool: 300_000_000,
    mempoolminfee: 0.00001,
    minrelaytxfee: 0.00001,
    incrementalrelayfee: 0.00001,
    unbroadcastcount: 0,
    fullrbf: true,
  },
  getblockchaininfo: {
    chain: 'main',
    blocks: 900_000,
    headers: 900_000,
    bestblockhash: blockHash,
    bits: '17022fe8',
    target: '00'.repeat(32),
    difficulty: 126_000_000_000_000,
    time: 1_750_000_000,
    mediantime: 1_749_998_000,
    verificationprogress: 0.99999,
    initialblockdownload: false,
    chainwork: '00'.repeat(32),
    size_on_disk: 750_000_000_000,
    pruned: false,
    warnings: [],
  },
  getblockhash: blockHash,
  getblock: { hash: blockHash, confirmations: 800_000, height: 170, nTx: 2, tx: [txId] },
};

const endpoint: Endpoint = {
  label: 'core',
  ask: (requests) =>
    Promise.resolve(
      requests.map(({ method, params }) => ({
        ok: true,
        // Without its place, a transaction is its bytes alone.
        result: method === 'getrawtransaction' && params[1] === false ? hex : answers[method],
      })),
    ),
  close: () => Promise.resolve(),
};
const quorum = createQuorum([endpoint], { needed: 1, deadlineMs: 1_000, clock: Date.now });
const { signal } = new AbortController();

describe('answers as the documentation of Bitcoin Core prints them', () => {
  it('tell the bytes, the block and the fee of a transaction', async () => {
    const found = await readPlace(endpoint, txId);
    expect(found).toMatchObject({
      block: { height: 170, hash: blockHash },
      isPending: false,
      fee: 0n,
    });
    expect(found?.transaction.outs.map(({ value }) => value)).toEqual([
      1_000_000_000n,
      4_000_000_000n,
    ]);
  });

  it('tell whether a coin is there, and how deep', async () => {
    const coin = { txId, vout: 0, value: 1_000_000_000n, script: hexToBytes(`0x${firstScript}`) };
    const other = { ...coin, value: coin.value + 1n };
    expect(await judgeCoins(quorum, [coin, other], 3, signal)).toEqual(['final', 'none']);
    expect(await judgeCoins(quorum, [coin], 4, signal)).toEqual(['young']);
  });

  it('tell the coins of a script', async () => {
    const script = Buffer.from(firstScript, 'hex');
    expect(await scanCoins([endpoint], [script])).toEqual({
      coins: [{ txId, vout: 0, value: 1_000_000_000n, script }],
      height: 900_000,
    });
    // An endpoint that tells of other scripts, or did not come to the end, tells nothing.
    const others = [hexToBytes(`0x${secondScript}`)];
    await expect(scanCoins([endpoint], others)).rejects.toMatchObject({ code: 'RPC_HTTP_ERROR' });
  });

  it('tell the fee rate, and which network a node serves', async () => {
    const fees = createFees({ quorum, isQuiet: false, clock: () => 7 });
    await fees.refresh(signal);
    expect(fees.market()).toEqual({ value: 12_345n, observedAt: 7 });
    await expect(selfCheck(endpoint, 'mainnet', signal)).resolves.toBeUndefined();
    await expect(selfCheck(endpoint, 'testnet', signal)).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
    });
  });
});
