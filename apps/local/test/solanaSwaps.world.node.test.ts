import type { Quote, QuoteBody } from '@portage/core';
import { solanaChain } from '@portage/devnet';
import { createPortage } from '@portage/sdk';
import { readTestPoolSwap } from '@portage/solana/program';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../src/createContext.js';
import { findPlace } from '../src/currencies.js';
import { openSide, transfer } from '../src/demonstrations/transfer.js';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

/** Swaps of payers on Solana, through pools of a real chain. */
let system: TestSystem;

beforeAll(async () => {
  system = await useSystem();
});
afterAll(async () => {
  await system.close();
});

const contextOf = (index: number) => createContext(system, index);

test.each([
  ['usdc@base', 'EXACT_INPUT', '40', 0],
  ['eth@base', 'EXACT_INPUT', '60', 1],
  ['sol@solana', 'EXACT_INPUT', '50', 2],
  ['usdc@base', 'EXACT_OUTPUT', '70', 3],
  ['usdc@base', 'EXPECTED_OUTPUT', '80', 4],
] as const)(
  'PORT is swapped and paid in by one transaction: to %s, %s',
  async (to, tradeType, amount, index) => {
    const done = await transfer(contextOf(index), {
      from: 'port@solana',
      to,
      amount,
      members: { tradeType },
    });
    const { quote, status, received, inTxHashes } = done;
    expect(status).toBe('success');
    expect(quote.steps.map(({ id }) => id)).toEqual(['deposit']);
    expect(inTxHashes).toHaveLength(1);
    expect(quote.details.route.origin.router).toBe('test-pools');
    expect(received).toBeGreaterThanOrEqual(BigInt(quote.details.currencyOut.minimumAmount));
    expect(received).toBe(BigInt(quote.details.currencyOut.amount));
  },
);

async function post(
  members: Partial<QuoteBody>,
): Promise<{ readonly status: number; readonly body: Quote & { readonly errorCode?: string } }> {
  const { accounts, testPools } = solanaChain(system.devnet.description);
  const answer = await fetch(`${system.url}/quote/v2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      user: accounts[5]!.address,
      recipient: system.devnet.description.accounts[5]!.address,
      originChainId: 792_703_809,
      destinationChainId: 8453,
      originCurrency: testPools.tokens.port.address,
      destinationCurrency: findPlace(system.devnet, 'usdc@base').address,
      amount: '40000000',
      tradeType: 'EXACT_INPUT',
      ...members,
    }),
  });
  return { status: answer.status, body: (await answer.json()) as Quote };
}

interface Wire {
  readonly programId: string;
  readonly keys: readonly { pubkey: string; isSigner: boolean; isWritable: boolean }[];
  readonly data: string;
}

const instructionsOf = (quote: Quote): readonly Wire[] =>
  quote.steps[0]!.items[0]!.data['instructions'] as readonly Wire[];

describe('a quote with a swap on Solana', () => {
  test('obeys its filters, and says which members it cannot serve', async () => {
    const codeOf = async (members: Partial<QuoteBody>): Promise<unknown> =>
      (await post(members)).body.errorCode;
    expect(
      await codeOf({ includedSwapSources: ['test-pools'], maxRouteLength: 1 }),
    ).toBeUndefined();
    expect(await codeOf({ excludedSwapSources: ['test-pools'] })).toBe('NO_SWAP_ROUTES_FOUND');
    expect(await codeOf({ includedOriginSwapSources: ['uniswap-v2'] })).toBe(
      'NO_SWAP_ROUTES_FOUND',
    );
    expect(await codeOf({ includedDestinationSwapSources: ['uniswap-v2'] })).toBeUndefined();
    expect(await codeOf({ disableOriginSwaps: true })).toBe('UNSUPPORTED_ROUTE');
    expect(await codeOf({ amount: '200000000000' })).toBe('SWAP_IMPACT_TOO_HIGH');
  });

  test('shapes the transaction as asked for', async () => {
    const feePayer = solanaChain(system.devnet.description).accounts[6]!.address;
    const [plain, limited, paid] = [
      (await post({})).body,
      (await post({ includeComputeUnitLimit: true })).body,
      (await post({ depositFeePayer: feePayer })).body,
    ];
    expect(instructionsOf(plain)).toHaveLength(3);
    expect(instructionsOf(limited).length).toBeGreaterThan(3);
    expect(paid.steps[0]!.items[0]!.data).toMatchObject({ feePayer });
    // The fee payer bears the rent of the account that the swap pays into.
    expect(instructionsOf(paid)[0]!.keys[0]!.pubkey).toBe(feePayer);
  });

  test('pays the least in, and its tolerance is no impact', async () => {
    const depositOf = async (slippageTolerance?: string): Promise<bigint> => {
      const { status, body } = await post({ slippageTolerance });
      expect(status).toBe(200);
      const [, swapping] = instructionsOf(body);
      const data = Uint8Array.from(Buffer.from(swapping!.data, 'hex'));
      const swap = readTestPoolSwap({ ...swapping!, data })!;
      const deposit = BigInt(body.protocol.v2!.paymentDetails.amount);
      expect([swap.type, swap.amount, swap.limit]).toEqual(['EXACT_INPUT', 40_000_000n, deposit]);
      expect(Math.abs(Number(body.details.swapImpact.percent))).toBeLessThan(1);
      return deposit;
    };
    const whole = await depositOf('0');
    for (const tolerance of [100n, 1_200n]) {
      const least = await depositOf(tolerance.toString());
      expect(least - (whole * (10_000n - tolerance)) / 10_000n).toBeOneOf([0n, 1n]);
    }
    expect(await depositOf()).toBeLessThan(whole);
  });

  test('is verified, and each altered instruction is refused', async () => {
    const context = contextOf(7);
    const [from, to] = [
      findPlace(system.devnet, 'port@solana'),
      findPlace(system.devnet, 'usdc@base'),
    ];
    const [side, other] = [openSide(context, from), openSide(context, to)];
    const portage = createPortage({ baseUrl: system.url, executors: [side.executor] });
    const request: QuoteBody = {
      user: side.user,
      recipient: await other.freshAccount(),
      amount: '40000000',
      originChainId: from.chainId,
      destinationChainId: to.chainId,
      originCurrency: from.address,
      destinationCurrency: to.address,
      tradeType: 'EXACT_INPUT',
    };
    const quote = await portage.getQuote(request);
    const codecs = [other.executor.codec!];
    const verify = async (changed: Quote): Promise<void> =>
      portage.verifyQuote(changed, { request, codecs });
    await verify(quote);
    const stranger = solanaChain(system.devnet.description).accounts[8]!.address;
    const [opening, swapping, paying] = instructionsOf(quote);
    const withData = (wire: Wire, at: number, hex: string): Wire => ({
      ...wire,
      data: wire.data.slice(0, 2 * at) + hex + wire.data.slice(2 * at + hex.length),
    });
    const withKey = (wire: Wire, at: number, pubkey = stranger): Wire => ({
      ...wire,
      keys: wire.keys.map((key, place) => (place === at ? { ...key, pubkey } : key)),
    });
    const zero = '00'.repeat(8);
    const most = 'ff'.repeat(8);
    const altered: readonly (readonly [string, readonly Wire[]])[] = [
      ['another program', [opening!, { ...swapping!, programId: stranger }, paying!]],
      ['no least output', [opening!, withData(swapping!, 16, zero), paying!]],
      ['more input', [opening!, withData(swapping!, 8, most), paying!]],
      ...[0, 1, 2, 3, 4, 5].map(
        (at) =>
          [
            `another account ${String(at)} of the swap`,
            [opening!, withKey(swapping!, at), paying!],
          ] as const,
      ),
      ['another account opened', [withKey(opening!, 1), swapping!, paying!]],
      ['an account opened for somebody else', [withKey(opening!, 2), swapping!, paying!]],
      ['a larger deposit', [opening!, swapping!, withData(paying!, 8, most)]],
      ['another depositor', [opening!, swapping!, withKey(paying!, 2)]],
      ['another vault', [opening!, swapping!, withKey(paying!, 3)]],
      ['no deposit', [opening!, swapping!]],
      ['the swap twice', [opening!, swapping!, swapping!, paying!]],
      ['no swap', [opening!, paying!]],
    ];
    for (const [name, instructions] of altered) {
      const changed = structuredClone(quote);
      changed.steps[0]!.items[0]!.data['instructions'] = instructions;
      await expect(verify(changed), name).rejects.toMatchObject({
        code: 'QUOTE_VERIFICATION_FAILED',
      });
    }
  });
});
