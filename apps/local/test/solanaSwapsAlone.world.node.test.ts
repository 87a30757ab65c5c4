import type { Quote, QuoteBody } from '@portage/core';
import { solanaChain } from '@portage/devnet';
import { createPortage } from '@portage/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../src/createContext.js';
import { findPlace } from '../src/currencies.js';
import { openSide, transfer } from '../src/demonstrations/transfer.js';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

/** Swaps within Solana that payers make alone, through pools of a real chain. */
let system: TestSystem;

beforeAll(async () => {
  system = await useSystem();
});
afterAll(async () => {
  await system.close();
});

const contextOf = (index: number) => createContext(system, index);

test.each([
  ['sol@solana', 'port@solana', 'EXACT_INPUT', '0.3', 0],
  ['sol@solana', 'usdc@solana', 'EXACT_OUTPUT', '35', 1],
  ['usdc@solana', 'port@solana', 'EXACT_INPUT', '36', 2],
  ['port@solana', 'usdc@solana', 'EXPECTED_OUTPUT', '20', 3],
  ['port@solana', 'usdc@solana', 'EXACT_OUTPUT', '21', 4],
] as const)('%s to %s is one transaction: %s', async (from, to, tradeType, amount, index) => {
  const done = await transfer(contextOf(index), { from, to, amount, members: { tradeType } });
  const { quote, status, received, inTxHashes, txHashes } = done;
  expect([status, quote.protocol]).toEqual(['success', {}]);
  expect(quote.steps.map(({ id }) => id)).toEqual(['swap']);
  expect(inTxHashes).toEqual(txHashes);
  expect(received).toBeGreaterThanOrEqual(BigInt(quote.details.currencyOut.minimumAmount));
  expect(quote.details.route.origin.router).toBe('test-pools');
});

test.each(['usdc@solana', 'port@solana'] as const)(
  '%s becomes SOL of its payer in one transaction',
  async (from) => {
    const context = contextOf(5);
    const sol = findPlace(system.devnet, 'sol@solana');
    const side = openSide(context, sol);
    const { user } = side;
    const before = await side.balanceOf(sol, user);
    const done = await transfer(context, { from, to: 'sol@solana', amount: '37', recipient: user });
    expect([done.status, done.quote.protocol]).toEqual(['success', {}]);
    const { minimumAmount } = done.quote.details.currencyOut;
    // All that is taken off is the fee of the transaction: no rent is left behind.
    expect(done.received - before).toBeGreaterThanOrEqual(BigInt(minimumAmount) - 10_000n);
  },
);

const accountAt = (index: number): string =>
  solanaChain(system.devnet.description).accounts[index]!.address;

function requestOf(from: string, to: string, members: Partial<QuoteBody> = {}): QuoteBody {
  const places = [from, to].map((each) => findPlace(system.devnet, `${each}@solana`));
  return {
    user: accountAt(6),
    recipient: accountAt(6),
    originChainId: places[0]!.chainId,
    destinationChainId: places[1]!.chainId,
    originCurrency: places[0]!.address,
    destinationCurrency: places[1]!.address,
    amount: '40000000',
    tradeType: 'EXACT_INPUT',
    ...members,
  };
}

async function post(body: QuoteBody): Promise<Quote & { readonly errorCode?: string }> {
  const answer = await fetch(`${system.url}/quote/v2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Quote;
}

interface Wire {
  readonly programId: string;
  readonly keys: readonly { pubkey: string; isSigner: boolean; isWritable: boolean }[];
  readonly data: string;
}

const instructionsOf = (quote: Quote): readonly Wire[] =>
  quote.steps[0]!.items[0]!.data['instructions'] as readonly Wire[];

describe('a quote of such a swap', () => {
  test('obeys its filters and the longest way (quote#maxRouteLength)', async () => {
    const codeOf = async (to: string, members: Partial<QuoteBody>): Promise<unknown> =>
      (await post(requestOf('port', to, members))).errorCode;
    expect(await codeOf('usdc', { includedSwapSources: ['test-pools'] })).toBeUndefined();
    expect(await codeOf('usdc', { maxRouteLength: 1 })).toBeUndefined();
    expect(await codeOf('sol', { maxRouteLength: 2 })).toBeUndefined();
    expect(await codeOf('sol', { maxRouteLength: 1 })).toBe('NO_SWAP_ROUTES_FOUND');
    for (const members of [
      { excludedSwapSources: ['test-pools'] },
      { includedOriginSwapSources: ['uniswap-v2'] },
    ])
      expect(await codeOf('usdc', members)).toBe('NO_SWAP_ROUTES_FOUND');
  });

  test('shapes the transaction as asked for (quote#includeComputeUnitLimit, quote#depositFeePayer)', async () => {
    const [plain, limited, shared, paid] = [
      await post(requestOf('port', 'usdc')),
      await post(requestOf('port', 'usdc', { includeComputeUnitLimit: true })),
      await post(requestOf('port', 'usdc', { useSharedAccounts: true })),
      await post(requestOf('port', 'usdc', { depositFeePayer: accountAt(7) })),
    ];
    expect(instructionsOf(plain)).toHaveLength(3);
    expect(instructionsOf(limited).length).toBeGreaterThan(3);
    expect(instructionsOf(shared)).toHaveLength(3);
    expect(paid.steps[0]!.items[0]!.data).toMatchObject({ feePayer: accountAt(7) });
    // The fee payer bears the rent of the account that the swap pays into.
    expect(instructionsOf(paid)[1]!.keys[0]!.pubkey).toBe(accountAt(7));
    // Rent that comes back in the same transaction is the payer's own to lay out.
    const toSol = await post(requestOf('port', 'sol', { depositFeePayer: accountAt(7) }));
    expect(instructionsOf(toSol)[1]!.keys[0]!.pubkey).toBe(accountAt(6));
  });

  test('is an order where that is asked for, and where SOL is for somebody else', async () => {
    for (const [to, members] of [
      ['usdc', { forceSolverExecution: true }],
      ['sol', { recipient: accountAt(7) }],
    ] as const) {
      const quote = await post(requestOf('port', to, members));
      expect(quote.steps.map(({ id }) => id)).toEqual(['deposit']);
      expect(quote.protocol.v2).toBeDefined();
    }
  });

  test.each([
    ['port', 'usdc', 3],
    ['sol', 'port', 7],
    ['port', 'sol', 4],
  ] as const)(
    'is verified, and each altered instruction is refused: %s to %s',
    async (from, to, count) => {
      const context = contextOf(6);
      const side = openSide(context, findPlace(system.devnet, `${from}@solana`));
      const portage = createPortage({ baseUrl: system.url, executors: [side.executor] });
      const request = requestOf(from, to, { user: side.user, recipient: side.user });
      const quote = await portage.getQuote(request);
      await portage.verifyQuote(quote, { request });
      const instructions = instructionsOf(quote);
      expect(instructions).toHaveLength(count);
      const refuses = async (changed: readonly Wire[], name: string): Promise<void> => {
        const other = structuredClone(quote);
        other.steps[0]!.items[0]!.data['instructions'] = changed;
        await expect(portage.verifyQuote(other, { request }), name).rejects.toMatchObject({
          code: 'QUOTE_VERIFICATION_FAILED',
        });
      };
      const swapAt = instructions.findIndex(({ keys }) => keys.length >= 9);
      const replaced = (at: number, change: (wire: Wire) => Wire): readonly Wire[] =>
        instructions.map((wire, place) => (place === at ? change(wire) : wire));
      for (const [at, { keys }] of instructions.entries()) {
        await refuses(
          instructions.filter((_, place) => place !== at),
          `without ${String(at)}`,
        );
        for (const place of keys.keys()) {
          // Pools are the program's to compare, and any account may bear the rent of a new account.
          const isPool = at === swapAt && place >= 6;
          const isRent = at === swapAt - 1 && place === 0 && to !== 'sol';
          if (isPool || isRent) continue;
          const stranger = accountAt(8);
          const changed = replaced(at, (wire) => ({
            ...wire,
            keys: wire.keys.map((key, index) =>
              index === place ? { ...key, pubkey: stranger } : key,
            ),
          }));
          await refuses(changed, `another account ${String(place)} of ${String(at)}`);
        }
        await refuses(
          replaced(at, (wire) => ({ ...wire, programId: accountAt(8) })),
          `another program at ${String(at)}`,
        );
      }
      const withBytes = (hex: string, start: number): readonly Wire[] =>
        replaced(swapAt, (wire) => ({
          ...wire,
          data: wire.data.slice(0, 2 * start) + hex + wire.data.slice(2 * start + hex.length),
        }));
      await refuses(withBytes('ff'.repeat(8), 8), 'more input');
      await refuses(withBytes('00'.repeat(8), 16), 'no least output');
      await refuses([...instructions, instructions[swapAt]!], 'the swap once more');
    },
  );
});
