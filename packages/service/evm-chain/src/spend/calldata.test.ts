import { depositoryAbi, fillerAbi, withdrawalDomain, withdrawalTypes } from '@portage/contracts';
import type { FillIntent, RefundIntent } from '@portage/core/chain';
import fc from 'fast-check';
import {
  decodeFunctionData,
  encodeFunctionData,
  hashTypedData,
  recoverTypedDataAddress,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { fillCalldata } from './calldata.js';
import { releaseDigest } from '@portage/evm/contracts';
import { createKeccak } from '../hash/createKeccak.js';
import { createAllocator, withdrawalOf } from './createAllocator.js';
import { createKey } from './createKey.js';
import { createReleases } from './createReleases.js';

const native = '0x0000000000000000000000000000000000000000';
const filler = `0x${'f1'.repeat(20)}`;
const hex = (minLength: number, maxLength = minLength) =>
  fc
    .uint8Array({ minLength, maxLength })
    .map((value): Hex => `0x${Buffer.from(value).toString('hex')}`);
const amount = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n });
const call = fc.record({
  to: hex(20),
  value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  data: hex(0, 100),
});

describe('fill calldata', () => {
  it('is what viem encodes from the ABI', () => {
    fc.assert(
      fc.property(
        hex(32),
        hex(20),
        hex(20),
        amount,
        fc.array(call, { maxLength: 4 }),
        fc.boolean(),
        (orderId, token, recipient, value, calls, isNative) => {
          const currency = isNative ? native : token;
          const intent: FillIntent = {
            type: 'fill',
            orderId,
            currency,
            recipient,
            amount: value,
            calls,
          };
          const withCalls = {
            abi: fillerAbi,
            functionName: 'fillWithCalls',
            args: [orderId, currency, value, calls, recipient],
          } as const;
          const data =
            calls.length > 0
              ? encodeFunctionData(withCalls)
              : isNative
                ? encodeFunctionData({
                    abi: fillerAbi,
                    functionName: 'fillNative',
                    args: [orderId, recipient],
                  })
                : encodeFunctionData({
                    abi: fillerAbi,
                    functionName: 'fillErc20',
                    args: [orderId, token, recipient, value],
                  });
          expect(fillCalldata(intent, filler)).toEqual({
            to: filler,
            value: isNative ? value : 0n,
            data,
          });
        },
      ),
    );
  });
});

describe('planned fill calldata', () => {
  const address = hex(20);
  const swapCall = fc.record({
    to: address,
    value: amount,
    data: hex(0, 100),
    token: address,
    allowance: amount,
  });
  const swap = fc.record({
    currency: fc.oneof(address, fc.constant(native)),
    amount,
    calls: fc.array(swapCall, { maxLength: 3 }),
    gas: fc.nat(),
    touched: fc.array(address, { maxLength: 3 }),
    minimum: amount,
    maximum: fc.option(amount, { nil: undefined }),
  });
  const delegation = fc.record({ account: address, delegate: address });

  it('is what viem encodes from the ABI', () => {
    fc.assert(
      fc.property(
        hex(32),
        address,
        address,
        amount,
        fc.array(call, { maxLength: 3 }),
        fc.option(swap, { nil: undefined }),
        amount,
        fc.array(delegation, { maxLength: 3 }),
        (orderId, currency, to, paid, calls, swapped, topup, delegations) => {
          const intent: FillIntent = {
            type: 'fill',
            orderId,
            currency,
            recipient: to,
            amount: paid,
            calls,
            swap: swapped,
            topup,
          };
          const plan = {
            token: swapped?.currency ?? currency,
            amount: swapped?.amount ?? paid,
            swap: swapped?.calls ?? [],
            touched: swapped?.touched ?? [],
            paid: currency,
            minimum: swapped?.minimum ?? paid,
            maximum: swapped?.maximum ?? 2n ** 256n - 1n,
            calls,
            delegations,
            to,
            topup,
          };
          const { data, value } = fillCalldata(intent, filler, delegations);
          expect(data).toBe(
            encodeFunctionData({ abi: fillerAbi, functionName: 'fillPlan', args: [orderId, plan] }),
          );
          expect(value).toBe(topup + (swapped?.currency === native ? swapped.amount : 0n));
        },
      ),
    );
  });
});

describe('releases', () => {
  const depository: Hex = `0x${'de'.repeat(20)}`;
  const privateKey = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a';
  const intent: RefundIntent = {
    type: 'refund',
    orderId: `0x${'0a'.repeat(32)}`,
    depositor: `0x${'0b'.repeat(20)}`,
    currency: native,
    recipient: `0x${'0c'.repeat(20)}`,
    amount: 12n,
    key: 'main',
  };

  async function open(clock: () => number) {
    const keccak = await createKeccak();
    return createReleases({
      chainId: 8453,
      depository,
      allocator: createAllocator(createKey(privateKey, keccak), keccak),
      keccak,
      time: () => clock() / 1_000,
    });
  }

  async function decode(clock: () => number, of: RefundIntent) {
    const releases = await open(clock);
    const { call, authorization } = await releases.refund(of);
    const { data, to, value } = call;
    expect([to, value]).toEqual([depository, 0n]);
    const decoded = decodeFunctionData({ abi: depositoryAbi, data: data as Hex });
    if (decoded.functionName !== 'withdraw') throw new Error(decoded.functionName);
    // One encoding only: what viem would write from what it read.
    expect(
      encodeFunctionData({ abi: depositoryAbi, functionName: 'withdraw', args: decoded.args }),
    ).toBe(data);
    const [{ nonce, expiry }] = decoded.args;
    expect(authorization).toEqual({
      nonce: `0x${nonce.toString(16).padStart(64, '0')}`,
      expiry: Number(expiry),
    });
    return decoded.args;
  }

  it('J3: are signed by the allocator for exactly the refund, for four minutes', async () => {
    const [withdrawal, signature] = await decode(() => 1_800_000_000_999, intent);
    expect(withdrawal).toMatchObject({
      token: native,
      amount: 12n,
      expiry: 1_800_000_240n,
      releases: [{ id: intent.orderId, amount: 12n }],
    });
    expect(withdrawal.to.toLowerCase()).toBe(intent.recipient);
    expect(withdrawal.releases[0]?.depositor.toLowerCase()).toBe(intent.depositor);
    const typed = {
      domain: withdrawalDomain({ chainId: 8453, depository }),
      types: withdrawalTypes,
      primaryType: 'Withdrawal',
      message: withdrawal,
    } as const;
    expect(await recoverTypedDataAddress({ ...typed, signature })).toBe(
      privateKeyToAccount(privateKey).address,
    );
    const flat = withdrawalOf(
      {
        purpose: 'refund',
        chainId: 8453,
        depository,
        currency: native,
        recipient: intent.recipient,
        amount: 12n,
        orderId: intent.orderId,
        key: intent.key,
        releases: [{ orderId: intent.orderId, depositor: intent.depositor, amount: 12n }],
        expiry: 1_800_000_240,
      },
      await createKeccak(),
    );
    expect(flat).toMatchObject({ nonce: withdrawal.nonce, expiry: withdrawal.expiry });
    expect(
      `0x${Buffer.from(releaseDigest(flat, { chainId: 8453, depository }, await createKeccak())).toString('hex')}`,
    ).toBe(hashTypedData(typed));
  });

  it('of a collection release many escrows to the sender', async () => {
    const authorized = await open(() => 0);
    const releases = [1n, 2n, 3n].map((amount) => ({
      orderId: `0x${`0${amount.toString()}`.repeat(32)}`,
      depositor: intent.depositor,
      amount,
    }));
    const collection = {
      type: 'collection',
      orderId: `0x${'0e'.repeat(32)}`,
      currency: native,
      amount: 6n,
      releases,
      expiry: 1_800_000_600,
    } as const;
    const { data } = (await authorized.collection(collection, intent.recipient)).call;
    const { args } = decodeFunctionData({ abi: depositoryAbi, data: data as Hex });
    const [withdrawal, signature] = args as unknown as Awaited<ReturnType<typeof decode>>;
    expect(
      encodeFunctionData({
        abi: depositoryAbi,
        functionName: 'withdraw',
        args: [withdrawal, signature],
      }),
    ).toBe(data);
    expect(withdrawal).toMatchObject({ token: native, amount: 6n, expiry: 1_800_000_600n });
    expect(withdrawal.to.toLowerCase()).toBe(intent.recipient);
    expect(withdrawal.releases.map(({ id, amount }) => ({ orderId: id, amount }))).toEqual(
      releases.map(({ orderId, amount }) => ({ orderId, amount })),
    );
    const typed = {
      domain: withdrawalDomain({ chainId: 8453, depository }),
      types: withdrawalTypes,
      primaryType: 'Withdrawal',
      message: withdrawal,
    } as const;
    expect(await recoverTypedDataAddress({ ...typed, signature })).toBe(
      privateKeyToAccount(privateKey).address,
    );
  });

  it('keep their nonce when they are signed again, and share it with nothing else', async () => {
    const nonce = async (now: number, of: RefundIntent): Promise<bigint> =>
      (await decode(() => now, of))[0].nonce;
    const first = await nonce(0, intent);
    expect(await nonce(9_999_999_000, intent)).toBe(first);
    const others = await Promise.all([
      nonce(0, { ...intent, key: 'excess' }),
      nonce(0, { ...intent, orderId: `0x${'0d'.repeat(32)}` }),
    ]);
    expect(new Set([first, ...others]).size).toBe(3);
  });
});
