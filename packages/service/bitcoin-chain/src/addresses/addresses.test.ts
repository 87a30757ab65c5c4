import { createBitcoinCodec } from '@portage/bitcoin/codec';
import { addressOf, addressPath, readOrderMark, scriptOf } from '@portage/bitcoin/transaction';
import { hexToBytes, isPortageError } from '@portage/core';
import type { RelayIntent } from '@portage/core/chain';
import { HDKey } from '@scure/bip32';
import { crypto } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { sumOf, type OwnedCoin } from '../coins/coin.js';
import { readKeys } from '../readKeys.js';
import { decodeTransaction, type Accounts, type Output } from '../observe/decodeTransaction.js';
import { createSpendingKey } from '../spend/signTransaction.js';
import { encodeStored, readStored } from '../spend/storedBytes.js';
import { signTransaction } from '../spend/signTransaction.js';
import { openAddressKeys } from './openAddressKeys.js';
import { planSweep, sweepKey } from './planSweep.js';
import { encodeSweepOwner, readSweepOwner } from './sweepOwner.js';
import { sweptAmount, sweptMax, worthCoins } from './worthCoins.js';
import { ownFee } from '../spend/ownFee.js';

const network = 'regtest';
const codec = createBitcoinCodec(network);
const versions = { private: 0x04358394, public: 0x043587cf };
const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(9), versions);
const mainRoot = HDKey.fromMasterSeed(new Uint8Array(32).fill(9));
const keys = openAddressKeys(root.privateExtendedKey, network);
const solver = createSpendingKey(new Uint8Array(32).fill(1));
const vault = createSpendingKey(new Uint8Array(32).fill(2));
const depositor = addressOf(createSpendingKey(new Uint8Array(32).fill(3)).script, network) ?? '';
const orderId = `0x${'ab'.repeat(32)}`;
const owner = { orderId, depositor };
const address = keys.addressOf(owner);

const coinOf = (value: bigint, place: number): OwnedCoin => ({
  txId: (place + 1).toString(16).padStart(64, '0'),
  vout: 0,
  value,
  script: scriptOf(address, network),
});

const intent: RelayIntent = {
  type: 'relay',
  orderId,
  key: 'one',
  to: address,
  value: 0n,
  gasLimit: 300,
  data: encodeSweepOwner(owner, network),
};

describe('keys of deposit addresses', () => {
  it('are recovered by an operator with other software: the extended key, order id and depositor are enough', () => {
    const path = addressPath({ orderId, depositor: codec.encodeAddress(depositor) });
    const recovered = root.derive(`m/${path.join('/')}`).privateKey!;
    const key = createSpendingKey(recovered);
    expect(addressOf(key.script, network)).toBe(address);
    expect(keys.keyOf?.(owner).secret).toEqual(recovered);
  });

  it('are not there in a process that has the extended public key, whose addresses are the same', () => {
    const watched = openAddressKeys(root.publicExtendedKey, network);
    expect([watched.addressOf(owner), watched.keyOf]).toEqual([address, undefined]);
    expect(watched.publicKey).toBe(keys.publicKey);
  });

  const operator = { solver: '11'.repeat(32), allocator: '22'.repeat(32) };
  const settings = { network, depositAddresses: true } as const;
  const refusal = (addresses: string | undefined): unknown => {
    try {
      readKeys({ ...operator, ...(addresses === undefined ? {} : { addresses }) }, settings);
      return undefined;
    } catch (error) {
      return isPortageError(error, 'INVALID_CONFIGURATION') ? error.details[0]?.path : error;
    }
  };

  it.each([
    ['an extended private key', root.privateExtendedKey],
    ['the address of an extended public key', `address:${root.publicExtendedKey}`],
  ])('come from %s', (_, text) => {
    expect(refusal(text)).toBeUndefined();
    const { addresses } = readKeys({ ...operator, addresses: text }, settings);
    expect(addresses?.publicKey).toBe(root.publicExtendedKey);
  });

  it.each([
    ['nothing', undefined],
    ['a key of another network', mainRoot.privateExtendedKey],
    ['an extended public key in the place of the private one', root.publicExtendedKey],
    ['an extended private key where an address belongs', `address:${root.privateExtendedKey}`],
    ['a key that is not extended', '33'.repeat(32)],
  ])('do not come from %s', (_, text) => {
    expect(refusal(text)).toBe('keys.bvm.addresses');
  });

  it('are read nowhere while deposit addresses are not offered', () => {
    const { addresses } = readKeys(operator, { network, depositAddresses: false });
    expect(addresses).toBeUndefined();
  });
});

describe('a sweep', () => {
  it('names its owner, and is signed by no other key', () => {
    expect(readSweepOwner(intent.data, network)).toEqual(owner);
    const stranger = {
      ...intent,
      to: keys.addressOf({ ...owner, orderId: `0x${'cd'.repeat(32)}` }),
    };
    expect(() => sweepKey(stranger, keys, network)).toThrow(/address of its owner/);
  });

  it('takes so many coins at most, the largest, and leaves dust', () => {
    const rate = 10_000n;
    const cost = 680n;
    const many = Array.from({ length: sweptMax + 20 }, (_, place) =>
      coinOf(20_000n + BigInt(place), place),
    );
    const taken = worthCoins(many, rate);
    expect([taken.length, taken[0]?.value]).toEqual([sweptMax, 20_119n]);
    expect(worthCoins([coinOf(cost, 0)], rate)).toEqual([]);
    expect(worthCoins([coinOf(cost + 1n, 0)], rate)).toHaveLength(1);
    // Two are paid for by the quote; the others must bring ten times what they cost.
    const mixed = [50_000n, 1_000n, 10n * cost, 10n * cost + 1n].map(coinOf);
    expect(worthCoins(mixed, rate).map(({ value }) => value)).toEqual([50_000n, 6_801n]);
  });

  it('L12: of 60 coins has the solver pay for two: the others pay for themselves', () => {
    const rate = 40_000n;
    const coins = Array.from({ length: 60 }, (_, place) => coinOf(50_000n, place));
    const context = { network, vault: vault.script, coins, open: [], feeRate: rate } as const;
    const { inputs, outputs } = planSweep(intent, sweepKey(intent, keys, network), context);
    // 58 inputs of 68 virtual bytes at 40 satoshi.
    const value = 60n * 50_000n - 58n * 68n * 40n;
    expect([inputs.length, outputs[0]]).toEqual([60, { script: vault.script, value }]);
    expect(sweptAmount(coins.slice(0, 2), rate)).toBe(100_000n);
    expect(sweptAmount(coins.slice(0, 3), 10n ** 9n)).toBe(0n);
    const own = { txId: 'ff'.repeat(32), vout: 1, value: 90_000n, script: solver.script };
    const change = { script: solver.script, value: 70_000n };
    const stored = {
      txId: '',
      version: 2,
      bytes: new Uint8Array(),
      size: 1,
      inputs: [...inputs, own],
      outputs: [...outputs, change],
      fee: 20_000n + 58n * 68n * 40n,
    };
    const scripts = { solver: solver.script, vault: vault.script };
    expect(ownFee(stored, scripts)).toBe(20_000n);
    expect(ownFee({ ...stored, inputs: [own] }, scripts)).toBe(stored.fee);
  });

  it('pays the vault the sum under its order and depositor, which is read as that deposit alone', () => {
    const coins = [coinOf(70_000n, 0), coinOf(30_000n, 1)];
    const context = { network, vault: vault.script, coins, open: [], feeRate: 1_000n } as const;
    const { inputs, outputs } = planSweep(intent, sweepKey(intent, keys, network), context);
    expect([sumOf(inputs), outputs[0]]).toEqual([
      100_000n,
      { script: vault.script, value: 100_000n },
    ]);
    expect(readOrderMark(outputs[1]?.script ?? new Uint8Array(), network)).toEqual({
      orderIds: [orderId],
      depositor,
    });
    const accounts: Accounts = {
      network,
      vault: addressOf(vault.script, network) ?? '',
      solver: addressOf(solver.script, network) ?? '',
    };
    const change = { script: solver.script, value: 5_000n };
    const place = { txId: 'aa'.repeat(32), height: 1, blockHash: 'bb'.repeat(32) };
    const spent = new Map<number, Output>([
      [0, inputs[0]!],
      [2, { script: solver.script, value: 6_000n }],
    ]);
    const movement = { isCoinbase: false, spent, outputs: [...outputs, change] };
    expect(decodeTransaction(movement, accounts, place)).toEqual([
      {
        type: 'deposit',
        ...place,
        ordinal: 0,
        orderId,
        depositor,
        payer: address,
        currency: codec.nativeCurrency,
        amount: 100_000n,
      },
    ]);
    // Who copies the mark pays in its own name only: the first coin is not of the address.
    const thief = createSpendingKey(new Uint8Array(32).fill(7));
    const forged = { ...movement, spent: new Map([[0, { ...inputs[0]!, script: thief.script }]]) };
    expect(decodeTransaction(forged, accounts, place)).toMatchObject([
      { type: 'deposit', payer: addressOf(thief.script, network) },
    ]);
  });

  it('is stored with what the payments spend, so that every process knows when they are gone', () => {
    const madeFrom = [
      { txId: 'ee'.repeat(32), vout: 7 },
      { txId: 'dd'.repeat(32), vout: 0 },
    ];
    const inputs = [
      { ...coinOf(70_000n, 0), madeFrom },
      { txId: 'ff'.repeat(32), vout: 1, value: 9_000n, script: solver.script },
    ];
    const own = [sweepKey(intent, keys, network), solver];
    const bytes = signTransaction(own, inputs, [{ script: vault.script, value: 70_000n }]);
    const stored = readStored(encodeStored(bytes, inputs));
    expect(stored.inputs.map((input) => input.madeFrom)).toEqual([madeFrom, undefined]);
    expect([stored.bytes, stored.fee]).toEqual([bytes, 9_000n]);
    expect(encodeStored(bytes, stored.inputs)).toEqual(encodeStored(bytes, inputs));
    expect(crypto.hash160(own[0]!.publicKey)).toEqual(
      hexToBytes(`0x${Buffer.from(scriptOf(address, network)).toString('hex').slice(4)}`),
    );
  });
});
