import { Psbt } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { coinOf, depositOf, kinds, orderId, vault } from '../../test/signing.js';
import { nativeCurrency } from '../address/address.js';
import {
  createPsbt,
  orderMarkScript,
  scriptOf,
  type UnsignedDeposit,
} from '../transaction/index.js';
import { transactionEffects } from './transactionEffects.js';

const context = {
  chainId: 8253038,
  network: 'regtest',
  feeMax: 100_000n,
  feeRateMax: 500,
} as const;
const effectsOf = (psbt: string, isSend = false): ReturnType<typeof transactionEffects> =>
  transactionEffects(context, { psbt, isSend });
const stranger = new Uint8Array([0, 20, ...new Uint8Array(20).fill(3)]);
const parts = await depositOf('p2wpkh');
const own = { coins: parts.coins, outputs: parts.outputs, network: 'regtest' } as const;

it.each(kinds)('a deposit from an address of %s is read to the last satoshi', async (kind) => {
  const { psbt, payer } = await depositOf(kind);
  expect(effectsOf(psbt)).toEqual([
    {
      type: 'deposit',
      chainId: 8253038,
      depository: vault,
      currency: nativeCurrency,
      amount: 60_000n,
      orderId,
      depositor: payer,
    },
  ]);
});

it('a plain transfer is a payment, with its mark as reference', () => {
  expect(effectsOf(parts.psbt, true)).toMatchObject([
    { type: 'payment', recipient: vault, amount: 60_000n, sender: parts.payer, reference: orderId },
  ]);
});

it('every further output is a payment of its own', () => {
  const outputs = [...own.outputs, { script: stranger, value: 500n }];
  expect(effectsOf(createPsbt({ ...own, outputs }))).toMatchObject([
    { type: 'deposit', amount: 60_000n },
    { type: 'payment', amount: 500n },
  ]);
});

it('a coin that is to be left alone is not spent, whoever chose it', () => {
  const [coin] = own.coins;
  const kept = new Set([`${coin!.txId}:${String(coin!.vout)}`]);
  const input = { psbt: parts.psbt, isSend: false };
  const reason = `it spends a coin that is to be left alone, ${[...kept].join()}`;
  expect(transactionEffects({ ...context, kept }, input)).toMatchObject([
    { type: 'unknown', reason },
  ]);
  expect(
    transactionEffects({ ...context, kept: new Set([`${coin!.txId}:99`]) }, input),
  ).toMatchObject([{ type: 'deposit' }]);
});

it('change to somebody else is a payment', () => {
  const outputs = own.outputs.map((output, place) =>
    place === 2 ? { ...output, script: stranger } : output,
  );
  expect(effectsOf(createPsbt({ ...own, outputs }))).toMatchObject([
    { type: 'deposit' },
    { type: 'payment', amount: 39_000n },
  ]);
});

/** The PSBT of a deposit with a change by hand. */
function changed(change: (psbt: Psbt) => unknown): string {
  const psbt = Psbt.fromHex(parts.psbt);
  change(psbt);
  return psbt.toHex();
}

/** The PSBT of a deposit of other parts. */
const made = (other: Partial<UnsignedDeposit>): string => createPsbt({ ...own, ...other });
const mark = { script: orderMarkScript({ orderIds: [orderId] }, 'text', 'regtest'), value: 0n };
const [first, second] = own.outputs;
if (first === undefined || second === undefined) throw new Error('a deposit has two outputs');

describe('not signed unless the caller says so:', () => {
  it.each<[string, string, RegExp]>([
    ['no PSBT', 'zz', /not a PSBT/],
    ['half a PSBT', parts.psbt.slice(0, 200), /not a PSBT/],
    [
      'coins of two owners',
      made({ coins: [...own.coins, coinOf(stranger, 9_000n, 3)] }),
      /several owners/,
    ],
    ['a lock by the age of a coin', changed((psbt) => psbt.setInputSequence(0, 10)), /sequence 10/],
    ['a lock by time', changed((psbt) => psbt.setLocktime(500)), /locked by time/],
    ['a version that nobody knows', changed((psbt) => psbt.setVersion(3)), /version 3/],
    ['two marks', made({ outputs: [...own.outputs, mark] }), /several marks/],
    ['a mark that burns money', made({ outputs: [first, { ...mark, value: 5n }] }), /burns/],
    [
      'a mark of two orders',
      made({
        outputs: [
          first,
          {
            script: orderMarkScript(
              { orderIds: [orderId, `0x${'cd'.repeat(32)}`] },
              'compact',
              'regtest',
            ),
            value: 0n,
          },
        ],
      }),
      /no mark/,
    ],
    [
      'a fee that is too high at once',
      made({ coins: [coinOf(scriptOf(parts.payer, 'regtest'), 9_000_000n)] }),
      /a fee of/,
    ],
    ['outputs above the inputs', made({ coins: own.coins.slice(1) }), /more money/],
    ['no payment at all', made({ outputs: own.outputs.slice(1, 2) }), /pays nobody/],
    [
      'an output without an address',
      made({ outputs: [{ script: new Uint8Array([0x51]), value: 60_000n }, mark] }),
      /without an address/,
    ],
    [
      'a key of the PSBT that nobody knows',
      changed((psbt) =>
        psbt.addUnknownKeyValToInput(0, { key: new Uint8Array([0xf0]), value: new Uint8Array(1) }),
      ),
      /unknownKeyVals/,
    ],
    [
      'paths of keys for an output',
      changed((psbt) => psbt.updateOutput(0, { redeemScript: new Uint8Array([0x51]) })),
      /redeemScript/,
    ],
  ])('%s', (_, psbt, reason) => {
    const effects = effectsOf(psbt);
    expect(effects).toMatchObject([
      { type: 'unknown', reason: expect.stringMatching(reason) as unknown },
    ]);
  });

  it.each([0, 2, 3, 0x81, 0x82, 0x83])('a signature of the type %i', (sighashType) => {
    const psbt = changed(({ data }) => Object.assign(data.inputs[1] ?? {}, { sighashType }));
    expect(effectsOf(psbt)).toMatchObject([{ type: 'unknown' }]);
  });

  it('a previous transaction that is another one, or says another value', async () => {
    const { coins, outputs } = await depositOf('p2pkh');
    const other = coins.map((coin, place) => (place === 0 ? { ...coin, vout: 1 } : coin));
    const psbt = createPsbt({ coins, outputs, network: 'regtest' });
    expect(effectsOf(psbt)).toMatchObject([{ type: 'deposit' }]);
    expect(() => createPsbt({ coins: other, outputs, network: 'regtest' })).not.toThrow();
    expect(effectsOf(createPsbt({ coins: other, outputs, network: 'regtest' }))).toMatchObject([
      { type: 'unknown' },
    ]);
  });

  it('a fee that is too high for the size', () => {
    const { psbt } = parts;
    const [effect] = transactionEffects({ ...context, feeRateMax: 3 }, { psbt, isSend: false });
    expect(effect).toMatchObject({ type: 'unknown' });
    expect(
      transactionEffects({ ...context, feeRateMax: 4 }, { psbt, isSend: false }),
    ).toMatchObject([{ type: 'deposit' }]);
  });

  it('an address of another network', () => {
    const effects = transactionEffects(
      { ...context, network: 'mainnet' },
      { psbt: parts.psbt, isSend: false },
    );
    expect(effects).not.toMatchObject([{ depository: vault }]);
  });
});
