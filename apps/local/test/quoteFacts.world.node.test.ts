import { quoteSchema } from '@portage/core/schemas';
import type { Quote } from '@portage/core';
import { solanaChain } from '@portage/devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

/** Facts about payers and chains in quotes, held against the chains. */
let system: TestSystem;

beforeAll(async () => {
  system = await useSystem();
});
afterAll(async () => {
  await system.close();
});

const solana = 792_703_809;

async function quote(body: object): Promise<Quote> {
  const answer = await fetch(`${system.url}/quote/v2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tradeType: 'EXACT_INPUT', ...body }),
  });
  return quoteSchema.parse(await answer.json());
}

test('a payer who asked before sees its balance, on chains of both families (quote#details-userBalance)', async () => {
  const [evm] = system.devnet.description.accounts;
  const [svm] = solanaChain(system.devnet.description).accounts;
  const chains = system.service.chains;
  const [usdc, sol] = [system.usdc(8453).toLowerCase(), chains.byId(solana).native.address];
  const bodies = [
    {
      ...{ user: evm!.address, originChainId: 8453, originCurrency: usdc, amount: '50000000' },
      ...{ destinationChainId: 10, destinationCurrency: system.usdc(10) },
    },
    {
      ...{ user: evm!.address, originChainId: 10, amount: '10000000000000000' },
      ...{ originCurrency: chains.byId(10).native.address },
      ...{ destinationChainId: 8453, destinationCurrency: chains.byId(8453).native.address },
    },
    {
      ...{
        user: svm!.address,
        recipient: evm!.address,
        originChainId: solana,
      },
      ...{ originCurrency: sol, amount: '1000000000' },
      ...{ destinationChainId: 8453, destinationCurrency: usdc },
    },
  ];
  for (const body of bodies) {
    const first = await quote(body);
    expect(first.details.userBalance).toBe('0');
    const held = await chains
      .byId(body.originChainId)
      .balances.read(first.details.sender, body.originCurrency);
    expect(held).toBeGreaterThan(0n);
    await expect
      .poll(async () => (await quote(body)).details.userBalance, { timeout: 10_000 })
      .toBe(held.toString());
  }
});
