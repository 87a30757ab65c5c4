import type { SignatureData } from '@portage/core';
import type { Transport } from '@portage/core/executor';
import type { WalletClient } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { createEvmExecutor } from './createEvmExecutor.js';
import { submitGasless } from './submitGasless.js';

const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`);

/** The signature as hardware bridges give it: with a last byte of 0 or 1. */
function rawOf(signature: string): string {
  return `${signature.slice(0, 130)}0${String(Number.parseInt(signature.slice(130), 16) - 27)}`;
}

// The members that signing asks for.
const wallet = {
  account: owner,
  getChainId: () => Promise.resolve(8453),
  signMessage: async ({ message }: Parameters<typeof owner.signMessage>[0]) =>
    rawOf(await owner.signMessage({ message })),
  signTypedData: async (typed: Parameters<typeof owner.signTypedData>[0]) =>
    rawOf(await owner.signTypedData(typed)),
} as unknown as WalletClient;
const executor = createEvmExecutor({ wallet });
const context = { signal: new AbortController().signal, onReplaced: () => undefined };

const typed = {
  domain: { name: 'Permit2', chainId: 8453, verifyingContract: owner.address },
  types: { Permit: [{ name: 'amount', type: 'uint256' }] },
  primaryType: 'Permit' as const,
};
const data: SignatureData = {
  sign: { signatureKind: 'eip712', ...typed, value: { amount: '7' } },
  post: { endpoint: '/execute/permits', method: 'POST', body: {} },
};

it('passes on typed data with the last byte that tokens and Permit2 take', async () => {
  const step = { id: 'authorize1', action: '', description: '', kind: 'signature', items: [] };
  const task = executor.claim({ status: 'incomplete', data } as never, step as never);
  expect(await task?.submit(context)).toEqual({
    type: 'signature',
    signature: await owner.signTypedData({ ...typed, message: { amount: 7n } }),
  });
});

it('signs digests of withdrawals with the last byte that the service takes', async () => {
  const digest = new Uint8Array(32).fill(5);
  expect(await executor.signDigest?.(digest, context.signal)).toBe(
    await owner.signMessage({ message: { raw: digest } }),
  );
});

it('sends delegations with the parity that the account signed, however it names it', async () => {
  const sent: unknown[] = [];
  const transport = {
    call: (_: string, { body }: { readonly body: unknown }) => Promise.resolve(sent.push(body)),
  } as unknown as Transport;
  const delegate = { address: owner.address, encode: () => Promise.resolve('0x' as const) };
  const read = {
    getCode: () => Promise.resolve(undefined),
    getTransactionCount: () => Promise.resolve(3),
  };
  const signed = await Promise.all(
    [0, 1, 2, 3, 4, 5, 6, 7].map((nonce) =>
      owner.signAuthorization({ chainId: 8453, address: owner.address, nonce }),
    ),
  );
  // Of both parities.
  expect(new Set(signed.map(({ yParity }) => yParity)).size).toBe(2);
  for (const { r, s, yParity = 0 } of signed) {
    const v = BigInt(27 + yParity);
    const account = { ...owner, signAuthorization: () => Promise.resolve({ r, s, v }) };
    await submitGasless(transport, {
      // The members that are read of a quote.
      quote: { steps: [], details: { currencyIn: { currency: { chainId: 8453 } } } } as never,
      verify: () => Promise.resolve(),
      account: account as never,
      read,
      delegate,
    });
    expect(sent.at(-1)).toMatchObject({ data: { authorizationList: [{ yParity, r, s }] } });
  }
});
