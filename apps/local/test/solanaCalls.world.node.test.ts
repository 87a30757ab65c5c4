import type { DestinationCall, Quote, QuoteBody } from '@portage/core';
import { solanaChain } from '@portage/devnet';
import { fillMarkerAddress, programs } from '@portage/solana/program';
import { Connection, PublicKey } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../src/createContext.js';
import { findPlace } from '../src/currencies.js';
import { memo, solanaCall } from '../src/demonstrations/solanaCall.js';
import { transfer } from '../src/demonstrations/transfer.js';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

/** Instructions that callers add to payments on Solana, through the whole service. */
let system: TestSystem;

beforeAll(async () => {
  system = await useSystem();
});
afterAll(async () => {
  await system.close();
});

test('a payment makes the instructions of its order, in one transaction', async () => {
  const result = await solanaCall.run(createContext(system, 0));
  expect(result.txHashes).toHaveLength(1);
});

test.each([
  ['usdc@base', 'usdc@solana', 1],
  ['usdc@base', 'sol@solana', 2],
  ['usdc@base', 'port@solana', 3],
] as const)('a call that fails gives the deposit back: %s to %s', async (from, to, index) => {
  const broken = { ...memo(''), data: 'ff' };
  const done = await transfer(createContext(system, index), {
    from,
    to,
    amount: '40',
    members: { txs: [memo('fine'), broken] },
  });
  expect(done.status).toBe('refund');
  expect(done.received).toBe(0n);
  const { rpcUrl, programs: own, roles } = solanaChain(system.devnet.description);
  const place = {
    filler: own.filler,
    solver: roles.solver.address,
    order: done.quote.protocol.v2!.orderId,
  };
  const marker = new PublicKey(fillMarkerAddress(place));
  expect(await new Connection(rpcUrl, 'confirmed').getAccountInfo(marker)).toBeNull();
});

test('a swap for what is paid and a call behind it are one transaction', async () => {
  const done = await transfer(createContext(system, 4), {
    from: 'usdc@base',
    to: 'port@solana',
    amount: '45',
    members: { txs: [memo('swapped')] },
  });
  expect(done.status).toBe('success');
  expect(done.txHashes).toHaveLength(1);
  expect(done.received).toBeGreaterThanOrEqual(
    BigInt(done.quote.details.currencyOut.minimumAmount),
  );
});

describe('a quote with calls on Solana', () => {
  async function post(
    txs: readonly DestinationCall[],
    members: Partial<QuoteBody> = {},
  ): Promise<Quote & { errorCode?: string; details: unknown }> {
    const to = findPlace(system.devnet, 'usdc@solana');
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
        txs,
        ...members,
      }),
    });
    return (await answer.json()) as Quote & { details: unknown };
  }

  test('charges their units whole, 200,000 for each that names none', async () => {
    const gasOf = async (members: Partial<QuoteBody>): Promise<string> =>
      (await post([memo('x')], members)).fees.relayerGas.amount;
    expect(await gasOf({ txsGasLimit: 200_000 })).toBe(await gasOf({}));
    expect(await post([memo('x')], { txsGasLimit: 1_000_001 })).toMatchObject({
      errorCode: 'INVALID_EXTRA_TXS',
    });
  });

  test.each<[string, () => readonly DestinationCall[], string]>([
    [
      'the solver',
      () => {
        const { address: pubkey } = solanaChain(system.devnet.description).roles.solver;
        return [{ ...memo('x'), keys: [{ pubkey, isSigner: true, isWritable: true }] }];
      },
      'txs.0.keys.0.pubkey',
    ],
    [
      'the filler',
      () => [{ ...memo('x'), programId: solanaChain(system.devnet.description).programs.filler }],
      'txs.0.programId',
    ],
    ['the system program', () => [{ ...memo('x'), programId: programs.system }], 'txs.0.programId'],
    [
      'what is no program',
      () => [
        { ...memo('x'), programId: solanaChain(system.devnet.description).accounts[0]!.address },
      ],
      'txs.0.programId',
    ],
    [
      'an account of an EVM chain',
      () => [{ to: system.usdc(10), value: '0', data: '0x' }],
      'txs.0',
    ],
  ])('quote#txs-programId, quote#txs-keys: refuses %s, by its place', async (_, txsOf, path) => {
    expect(await post(txsOf())).toMatchObject({
      errorCode: 'INVALID_EXTRA_TXS',
      errors: [expect.objectContaining({ path })],
    });
  });

  test('refuses an instruction by the shape that it has, not by that of EVM chains', async () => {
    const broken = { ...memo('x'), data: '0x00' };
    expect(await post([broken])).toMatchObject({
      errorCode: 'INVALID_REQUEST',
      errors: [expect.objectContaining({ path: 'txs.0.data' })],
    });
  });

  test('takes no instruction on an EVM chain, and no top-up on Solana', async () => {
    const to = findPlace(system.devnet, 'usdc@optimism');
    const onEvm = {
      recipient: system.devnet.description.accounts[5]!.address,
      destinationChainId: to.chainId,
      destinationCurrency: to.address,
    };
    expect(await post([memo('x')], onEvm)).toMatchObject({ errorCode: 'INVALID_EXTRA_TXS' });
    expect(await post([], { topupGas: true })).toMatchObject({ errorCode: 'UNSUPPORTED_FEATURE' });
  });

  test('quote#limit-txs-solana: refuses what does not fit one transaction with the payment', async () => {
    expect(await post([memo('x'.repeat(900))])).toMatchObject({ errorCode: 'SOLANA_TX_TOO_LARGE' });
  });
});
