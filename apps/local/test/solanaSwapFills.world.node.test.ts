import type { Quote, QuoteBody } from '@portage/core';
import { solanaChain } from '@portage/devnet';
import { fillMarkerAddress } from '@portage/solana/program';
import { Connection, PublicKey } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../src/createContext.js';
import { findPlace } from '../src/currencies.js';
import { transfer } from '../src/demonstrations/transfer.js';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

/** Payments on Solana in tokens that the solver does not hold, through pools of a real chain. */
let system: TestSystem;

beforeAll(async () => {
  system = await useSystem();
});
afterAll(async () => {
  await system.close();
});

test.each([
  ['usdc@base', 'port@solana', 'EXACT_INPUT', '45', 0],
  ['eth@base', 'port@solana', 'EXACT_INPUT', '0.02', 1],
  ['dai@base', 'port@solana', 'EXACT_INPUT', '300', 2],
  ['usdc@base', 'port@solana', 'EXACT_OUTPUT', '25', 3],
  ['usdc@base', 'port@solana', 'EXPECTED_OUTPUT', '26', 4],
] as const)(
  'the solver swaps and pays in one transaction: %s to %s, %s',
  async (from, to, tradeType, amount, index) => {
    const done = await transfer(createContext(system, index), {
      from,
      to,
      amount,
      members: { tradeType, excludedSwapSources: ['jupiter'] },
    });
    const { quote, status, received, txHashes } = done;
    expect(status).toBe('success');
    expect(quote.details.route.destination.router).toBe('test-pools');
    expect(received).toBeGreaterThanOrEqual(BigInt(quote.details.currencyOut.minimumAmount));
    expect(txHashes).toHaveLength(1);
    const { rpcUrl, programs, roles } = solanaChain(system.devnet.description);
    const place = {
      filler: programs.filler,
      solver: roles.solver.address,
      order: quote.protocol.v2!.orderId,
    };
    const connection = new Connection(rpcUrl, 'confirmed');
    const marker = await connection.getAccountInfo(new PublicKey(fillMarkerAddress(place)));
    expect(marker).not.toBeNull();
  },
);

test('a venue of the shape of Jupiter’s Swap API swaps for a payment', async () => {
  const done = await transfer(createContext(system, 6), {
    from: 'usdc@base',
    to: 'port@solana',
    amount: '46',
    members: { includedDestinationSwapSources: ['jupiter'] },
  });
  const { quote, status, received, txHashes } = done;
  expect(status).toBe('success');
  expect(quote.details.route.destination.router).toBe('jupiter');
  expect(received).toBeGreaterThanOrEqual(BigInt(quote.details.currencyOut.minimumAmount));
  expect(txHashes).toHaveLength(1);
});

describe('a quote into a token that the solver does not hold', () => {
  async function post(members: Partial<QuoteBody>): Promise<Quote & { errorCode?: string }> {
    const to = findPlace(system.devnet, 'port@solana');
    const from = findPlace(system.devnet, 'usdc@base');
    const answer = await fetch(`${system.url}/quote/v2`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        user: system.devnet.description.accounts[5]!.address,
        recipient: solanaChain(system.devnet.description).accounts[5]!.address,
        originChainId: from.chainId,
        destinationChainId: to.chainId,
        originCurrency: from.address,
        destinationCurrency: to.address,
        amount: '40000000',
        tradeType: 'EXACT_INPUT',
        ...members,
      }),
    });
    return (await answer.json()) as Quote;
  }

  test('obeys its filters', async () => {
    const codeOf = async (members: Partial<QuoteBody>): Promise<unknown> =>
      (await post(members)).errorCode;
    expect(await codeOf({ maxRouteLength: 1 })).toBeUndefined();
    expect(await codeOf({ includedDestinationSwapSources: ['test-pools'] })).toBeUndefined();
    for (const members of [
      { excludedSwapSources: ['test-pools', 'jupiter'] },
      { includedSwapSources: ['uniswap-v2'] },
      { includedDestinationSwapSources: ['uniswap-v2'] },
    ])
      expect(await codeOf(members)).toBe('NO_SWAP_ROUTES_FOUND');
  });

  test('tells the rent of the recipient’s new account', async () => {
    const fresh = { recipient: '3sNBr7kMccME5D55xNgsmYpZnzPgP2g12CixAajXypn6' };
    const [known, opened] = [await post({}), await post(fresh)];
    expect(BigInt(opened.details.currencyOut.amount)).toBeLessThan(
      BigInt(known.details.currencyOut.amount),
    );
  });
});
