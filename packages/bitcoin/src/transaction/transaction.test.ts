import { describe, expect, it } from 'vitest';
import {
  addressOf,
  createPsbt,
  dustLimit,
  orderMarkScript,
  readOrderMark,
  readPsbt,
  scriptOf,
  transactionWeight,
} from './index.js';

const payer = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const legacy = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
const taproot = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
const orderId = `0x${'ab'.repeat(32)}`;

describe('scripts', () => {
  it.each([
    [payer, 294n],
    [legacy, 546n],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 540n],
    [taproot, 330n],
  ])('of %s are read back, and their dust is known', (address, dust) => {
    const script = scriptOf(address, 'mainnet');
    expect(addressOf(script, 'mainnet')).toBe(address);
    expect(dustLimit(script)).toBe(dust);
  });
});

describe('marks', () => {
  it.each(['text', 'compact'] as const)('in the form %s are read back', (form) => {
    for (const depositor of [undefined, payer, legacy, taproot]) {
      const mark = { orderIds: [orderId], ...(depositor === undefined ? {} : { depositor }) };
      expect(readOrderMark(orderMarkScript(mark, form, 'mainnet'), 'mainnet')).toEqual(mark);
    }
  });

  it('of several fills are read back', () => {
    const mark = { orderIds: [orderId, `0x${'cd'.repeat(32)}`] };
    expect(readOrderMark(orderMarkScript(mark, 'compact', 'mainnet'), 'mainnet')).toEqual(mark);
  });

  it('whose depositor is of another network are none', () => {
    const script = orderMarkScript({ orderIds: [orderId], depositor: payer }, 'text', 'mainnet');
    expect(readOrderMark(script, 'regtest')).toBeUndefined();
  });
});

it('a PSBT says what it was made of', () => {
  const script = scriptOf(payer, 'mainnet');
  const coins = [{ txId: '11'.repeat(32), vout: 1, value: 5_000n, script }];
  const psbt = createPsbt({ coins, outputs: [{ script, value: 4_000n }], network: 'mainnet' });
  expect(readPsbt(psbt, 'mainnet')).toMatchObject({
    version: 2,
    lockTime: 0,
    inputs: [{ vout: 1, value: 5_000n, sequence: 0xfffffffd, sighashType: 1 }],
    outputs: [{ value: 4_000n, address: payer }],
    fee: 1_000n,
  });
  expect(transactionWeight(['p2wpkh'], [script])).toBe(438);
});
