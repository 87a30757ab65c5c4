import { describe, expect, it } from 'vitest';
import {
  readBlockHash,
  readFeeRates,
  readSpending,
  readUnspent,
  readWaiting,
} from './parseAnswer.js';

/**
 * Answers with every member that the documentation of Esplora lists; they were not recorded from a
 * host.
 */
const txId = 'ab'.repeat(32);
const hash = '0000000000000000000065bda8f8a88f2e1e00d9a6887a43d640e52a4c7660f2';
const script = '0014751e76e8199196d454941c45d1b3a323f1433bd6';
const status = {
  confirmed: true,
  block_height: 363_348,
  block_hash: hash,
  block_time: 1_435_754_650,
};
const output = {
  scriptpubkey: script,
  scriptpubkey_asm: `OP_0 OP_PUSHBYTES_20 ${script.slice(4)}`,
  scriptpubkey_type: 'v0_p2wpkh',
  scriptpubkey_address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  value: 5_000,
};
const transaction = {
  txid: txId,
  version: 2,
  locktime: 0,
  size: 222,
  weight: 561,
  sigops: 1,
  fee: 141,
  vin: [
    {
      txid: hash,
      vout: 1,
      prevout: output,
      scriptsig: '',
      scriptsig_asm: '',
      witness: ['30', '02'],
      is_coinbase: false,
      sequence: 4_294_967_293,
    },
  ],
  vout: [{ ...output, value: 4_000 }],
  status: { confirmed: false },
};

describe('answers as the documentation of Esplora prints them', () => {
  it('tell the coins of an address', () => {
    const coins = [
      { txid: txId, vout: 0, status, value: 5_000 },
      { txid: txId, vout: 1, status: { confirmed: false }, value: 6_000 },
    ];
    expect(readUnspent(coins)).toEqual([
      { txId, vout: 0, value: 5_000n, height: 363_348 },
      { txId, vout: 1, value: 6_000n, height: undefined },
    ]);
  });

  it('tell the transactions of an address that wait', () => {
    const bytes = Buffer.from(script, 'hex');
    expect(readWaiting([transaction])).toEqual([
      {
        txId,
        inputs: [{ txId: hash, vout: 1, spent: { script: bytes, value: 5_000n } }],
        outputs: [{ script: bytes, value: 4_000n }],
      },
    ]);
  });

  it('tell the block of a transaction, who spends an output, and the rates', () => {
    expect(readBlockHash(status)).toBe(hash);
    expect(readBlockHash({ confirmed: false })).toBeUndefined();
    expect(readSpending({ spent: false })).toBeUndefined();
    expect(readSpending({ spent: true, txid: txId, vin: 0, status })).toEqual({ txId });
    const rates = { '1': 87.882, '2': 87.882, '144': 1.027, '1008': 1.0271 };
    expect([...readFeeRates(rates)]).toEqual([
      [1, 87_882n],
      [2, 87_882n],
      [144, 1_027n],
      [1_008, 1_028n],
    ]);
  });
});
