import { expect, it } from 'vitest';
import { depositOf, payerKey } from '../../test/signing.js';
import { keyWallet } from './keyWallet.js';
import { satsConnectWallet } from './satsConnectWallet.js';
import { unisatWallet } from './unisatWallet.js';

const real = keyWallet(payerKey, 'regtest', 'p2wpkh');
const { psbt, payer: address } = await depositOf('p2wpkh');
const request = { psbt, address, inputs: 2 };
const signed = await real.signPsbt(request);

it('sats-connect is asked in base64 for every input, and not to send', async () => {
  const wallet = satsConnectWallet({
    address,
    request: (method, parameters) => {
      expect(method).toBe('signPsbt');
      expect(parameters).toEqual({
        psbt: Buffer.from(psbt, 'hex').toString('base64'),
        signInputs: { [address]: [0, 1] },
        broadcast: false,
      });
      const result = { psbt: Buffer.from(signed, 'hex').toString('base64') };
      return Promise.resolve({ status: 'success', result });
    },
  });
  expect(await wallet.signPsbt(request)).toBe(signed);
});

it.each([
  [{ status: 'error', error: { code: -32000, message: 'no' } }, 'WALLET_REJECTED'],
  [{ status: 'error', error: { code: 1, message: 'broken' } }, 'WALLET_ERROR'],
  [{ status: 'success', result: {} }, 'WALLET_ERROR'],
  [undefined, 'WALLET_ERROR'],
])('an answer of sats-connect without a signature is %j', async (answer, code) => {
  const wallet = satsConnectWallet({ address, request: () => Promise.resolve(answer) });
  await expect(wallet.signPsbt(request)).rejects.toMatchObject({ code });
});

it('unisat is asked in hex for every input, and not to make it final', async () => {
  const wallet = unisatWallet({
    requestAccounts: () => Promise.resolve([address]),
    getPublicKey: () => Promise.resolve('02'),
    signPsbt: (hex, options) => {
      expect(hex).toBe(psbt);
      expect(options).toEqual({
        autoFinalized: false,
        toSignInputs: [
          { index: 0, address },
          { index: 1, address },
        ],
      });
      return Promise.resolve(signed);
    },
  });
  expect(await wallet.address()).toBe(address);
  expect(await wallet.signPsbt(request)).toBe(signed);
});
