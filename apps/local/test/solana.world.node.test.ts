import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContext } from '../src/createContext.js';
import { transfer } from '../src/demonstrations/transfer.js';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

/** Refunds on Solana through the SDK, checked against the chain. */
let system: TestSystem;

beforeAll(async () => {
  system = await useSystem();
});
afterAll(async () => {
  await system.close();
});

const contextOf = (index: number) => createContext(system, index);

test.each([
  ['sol@solana', '1.5', 1_500_000_000n, 0],
  ['usdc@solana', '40', 40_000_000n, 1],
] as const)(
  '%s that comes after its time goes back, less what that costs',
  async (from, amount, units, index) => {
    const done = await transfer(contextOf(index), {
      from,
      to: 'eth@base',
      amount,
      members: { ttl: 1 },
      delayMs: 2_500,
    });
    expect(done.status).toBe('refund');
    expect(done.received).toBe(0n);
    expect(done.refunded).toBeLessThan(units);
    // Cost of the request's marker and, for a token, of the recipient's new account: about 0.5 USD.
    expect(done.refunded).toBeGreaterThan((units * 97n) / 100n);
  },
);

test.each([
  ['sol@solana', '0.5', 500_000_000n, 2],
  ['usdc@solana', '42', 42_000_000n, 3],
] as const)(
  '%s within the chain is one transfer straight to the recipient, and ends its request (steps#send, steps#solana-send)',
  async (place, amount, units, index) => {
    const done = await transfer(contextOf(index), { from: place, to: place, amount });
    const { quote, inTxHashes, txHashes } = done;
    expect([done.status, done.received]).toEqual(['success', units]);
    expect(quote.details.operation).toBe('send');
    expect([quote.steps.map(({ id }) => id), quote.protocol]).toEqual([['send'], {}]);
    expect(quote.fees.relayer.amount).toBe('0');
    expect([inTxHashes.length, inTxHashes[0]]).toEqual([1, txHashes[0]]);
    // Rent of the recipient's new token account is part of the payer's gas.
    const gas = BigInt(quote.fees.gas.amount);
    expect(gas > 2_000_000n).toBe(place === 'usdc@solana');
  },
);

test('its transactions are looked at when somebody tells of them (requests#index-found, requests#index-unknown, requests#index-malformed)', async () => {
  const done = await transfer(contextOf(4), { from: 'usdc@solana', to: 'usdc@base', amount: '21' });
  const index = async (txHash: string): Promise<unknown> => {
    const answer = await fetch(`${system.url}/transactions/index`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chainId: '792703809', txHash }),
    });
    return [answer.status, await answer.json()];
  };
  const message = 'The transaction was found; its deposits are credited once they are final.';
  // The wallet told of it before a block held it, which is remembered for two seconds.
  await expect
    .poll(() => index(done.inTxHashes[0]!), { interval: 500 })
    .toEqual([200, { message }]);
  // Base58 of 64 bytes of ones: a signature that was never made.
  expect(await index('1'.repeat(64))).toMatchObject([404, { errorCode: 'UNKNOWN_TRANSACTION' }]);
  expect(await index('nonsense')).toMatchObject([400, { errors: [{ path: 'txHash' }] }]);
});

test('a recipient of another family of chains is refused, whichever way', async () => {
  const [solana, evm] = [
    { originChainId: 792_703_809, originCurrency: '1'.repeat(32), destinationChainId: 8453 },
    { originChainId: 8453, destinationChainId: 792_703_809, destinationCurrency: '1'.repeat(32) },
  ];
  const [address, key] = [
    system.devnet.description.accounts[0]?.address ?? '',
    'F3ejr3QHYdUfzY9xVGAbvq9mNqbWgU3a2uWYkMBMRH7v',
  ];
  const refusalOf = async (body: object): Promise<unknown> => {
    const answer = await fetch(`${system.url}/quote/v2`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ amount: '1000000000', ...body }),
    });
    const { errorCode, errors } = (await answer.json()) as {
      readonly errorCode?: string;
      readonly errors?: readonly { readonly path: string }[];
    };
    return [answer.status, errorCode, errors?.[0]?.path];
  };
  expect(await refusalOf({ ...evm, user: address, recipient: address, refundTo: address })).toEqual(
    [400, 'INVALID_ADDRESS', 'recipient'],
  );
  expect(await refusalOf({ ...solana, user: key, recipient: key, refundTo: key })).toEqual([
    400,
    'INVALID_ADDRESS',
    'recipient',
  ]);
  expect(await refusalOf({ ...solana, user: key, recipient: address, refundTo: address })).toEqual([
    400,
    'INVALID_ADDRESS',
    'refundTo',
  ]);
  // Refunds go to the payer where the recipient has no account on the origin chain.
  expect(await refusalOf({ ...solana, user: key, recipient: address })).toEqual([
    200,
    undefined,
    undefined,
  ]);
  expect(await refusalOf({ ...solana, user: address, recipient: address, refundTo: key })).toEqual([
    400,
    'INVALID_ADDRESS',
    'user',
  ]);
  expect(
    await refusalOf({
      ...evm,
      user: address,
      recipient: key,
      refundTo: address,
      depositFeePayer: address,
    }),
  ).toEqual([400, 'UNSUPPORTED_FEATURE', 'depositFeePayer']);
  expect(
    await refusalOf({
      ...solana,
      user: key,
      recipient: address,
      refundTo: key,
      depositFeePayer: key,
    }),
  ).toEqual([400, 'INVALID_REQUEST', 'depositFeePayer']);
});
