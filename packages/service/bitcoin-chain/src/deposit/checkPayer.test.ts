import { keyWallet } from '@portage/bitcoin';
import { createBitcoinCodec } from '@portage/bitcoin/codec';
import { describe, expect, it } from 'vitest';
import { checkPayer } from './checkPayer.js';

const network = 'regtest';
const walletOf = (kind: 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2tr'): ReturnType<typeof keyWallet> =>
  keyWallet(new Uint8Array(32).fill(7), network, kind);
const other = keyWallet(new Uint8Array(32).fill(8), network);
const key = (await walletOf('p2sh').publicKey?.()) ?? '';
const half = key.slice(2);

describe('the payer of a deposit', () => {
  it('of P2PKH, P2WPKH and P2TR needs no public key', async () => {
    for (const kind of ['p2pkh', 'p2wpkh', 'p2tr'] as const) {
      const payer = await walletOf(kind).address();
      expect(checkPayer({ payer }, network, []).publicKey).toBeUndefined();
    }
  });

  it('of P2SH needs the public key of a P2WPKH inside (quote#additionalData)', async () => {
    const payer = await walletOf('p2sh').address();
    const fault: unknown = expect.objectContaining({
      code: 'INVALID_REQUEST',
      details: [{ path: 'additionalData.userPublicKey', message: expect.any(String) as string }],
    });
    expect(() => checkPayer({ payer }, network, [])).toThrow(fault);
    expect(checkPayer({ payer, publicKey: key }, network, []).publicKey).toHaveLength(33);
    for (const publicKey of ['', 'zz', '02', `04${half}`, `02${'ff'.repeat(32)}`, half])
      expect(() => checkPayer({ payer, publicKey }, network, [])).toThrow(fault);
  });

  it('has the key that it names', async () => {
    const payer = await other.address();
    expect(() => checkPayer({ payer, publicKey: key }, network, [])).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST' }),
    );
  });

  it('S7: is not the service itself, and no P2WSH address', async () => {
    const payer = await other.address();
    const unsupported: unknown = expect.objectContaining({ code: 'UNSUPPORTED_FEATURE' });
    expect(() => checkPayer({ payer }, network, [payer])).toThrow(unsupported);
    const script = createBitcoinCodec(network).decodeAddress(
      Uint8Array.from([0, ...new Uint8Array(32).fill(3)]),
    );
    expect(() => checkPayer({ payer: script }, network, [])).toThrow(unsupported);
  });
});
