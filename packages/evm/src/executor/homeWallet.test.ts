import type { WalletClient } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { createEvmExecutor } from './createEvmExecutor.js';

const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const wallet = {
  account: owner,
  signMessage: ({ message }: Parameters<typeof owner.signMessage>[0]) =>
    owner.signMessage({ message }),
} as unknown as WalletClient; // The members that signing a digest asks for.
const digest = new Uint8Array(32).fill(5);

/** Behaviours of a source for a chain that it does not have. */
const lacks = {
  'answers undefined': () => undefined,
  'answers null': () => null as unknown as undefined,
  throws: () => {
    throw new TypeError("Cannot read properties of undefined (reading 'rpcUrl')");
  },
};

describe.each(Object.entries(lacks))('N1: a wallet function that %s elsewhere', (_, lack) => {
  const sourceOf =
    (...chains: readonly number[]) =>
    (chainId: number): WalletClient | undefined =>
      chains.includes(chainId) ? wallet : lack();

  it('signs a claim by the wallet of the claim’s chain', async () => {
    const executor = createEvmExecutor({ wallet: sourceOf(8453, 10) });
    const signed = await owner.signMessage({ message: { raw: digest } });
    expect(await executor.signDigest?.(digest, undefined, 10)).toBe(signed);
    // By then it has been used.
    expect(await executor.signDigest?.(digest)).toBe(signed);
    expect(await executor.address()).toBe(owner.address.toLowerCase());
  });

  it('signs by the home chain that is named, and by Ethereum’s', async () => {
    for (const options of [{ wallet: sourceOf(10), homeChainId: 10 }, { wallet: sourceOf(1) }])
      expect(await createEvmExecutor(options).signDigest?.(digest)).toMatch(/^0x[0-9a-f]{130}$/);
  });

  it('is told what lacks where there is no wallet at all', async () => {
    const executor = createEvmExecutor({ wallet: sourceOf() });
    const told = { code: 'WRONG_CHAIN', hint: expect.stringContaining('homeChainId') as string };
    await expect(executor.signDigest?.(digest, undefined, 8453)).rejects.toMatchObject(told);
    await expect(executor.signDigest?.(digest)).rejects.toMatchObject(told);
    await expect(executor.address()).rejects.toMatchObject(told);
  });
});
