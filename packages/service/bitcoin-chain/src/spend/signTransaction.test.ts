import { sign } from '@bitcoinerlab/secp256k1';
import { networks, Psbt } from 'bitcoinjs-lib';
import { expect, it } from 'vitest';
import { createSpendingKey, signTransaction } from './signTransaction.js';

const keys = [1, 2].map((byte) => createSpendingKey(new Uint8Array(32).fill(byte)));

it('signs as the library for partially signed transactions does, byte for byte', () => {
  for (let round = 0n; round < 40n; round += 1n) {
    const inputs = keys.map(({ script }, place) => ({
      txId: (Number(round) * 7 + place + 1).toString(16).padStart(64, '0'),
      vout: place,
      value: 100_000n + round,
      script,
    }));
    const outputs = [{ script: keys[0]?.script ?? new Uint8Array(), value: 150_000n + round }];
    const psbt = new Psbt({ network: networks.regtest });
    psbt.setVersion(2);
    for (const { txId, vout, value, script } of inputs)
      psbt.addInput({
        hash: txId,
        index: vout,
        sequence: 0xfffffffd,
        witnessUtxo: { script, value },
      });
    psbt.addOutputs(outputs);
    keys.forEach(({ publicKey, secret }, place) =>
      psbt.signInput(place, { publicKey, sign: (hash) => sign(hash, secret) }),
    );
    psbt.finalizeAllInputs();
    const expected = psbt.extractTransaction(true).toHex();
    expect(Buffer.from(signTransaction(keys, inputs, outputs)).toString('hex')).toBe(expected);
  }
});
