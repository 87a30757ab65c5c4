import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@portage/testing';
import { createPortage } from '@portage/sdk';
import { createEvmExecutor } from '@portage/sdk/evm';
import { createWalletClient, http, parseEther, toHex, zeroAddress, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { evmChain } from '@portage/devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandOf } from '../../../scripts/commandOf.js';
import { startSystem, type System } from '../src/startSystem.js';
import { auditOnClose } from './auditOnClose.js';
import { evmChains } from './evmChains.js';

/** The drill of the runbook, on real chains: money goes missing, and the chains go on. */
let system: System;
let dataDir: string;

const base = 8453;
const optimism = 10;
type ChainId = typeof base | typeof optimism;
const lost = 12_345n;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portage-reconcile-'));
  system = auditOnClose(
    await startSystem({
      dataDir,
      port: 0,
      blockTimeSeconds: 0.25,
      accounts: 4,
      chains: evmChains,
      configure: (described) => ({
        ...described,
        policy: { ...(described['policy'] as object), balances: { intervalMs: 1_000 } },
      }),
    }),
  );
});
afterAll(async () => {
  await system.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs `portage …` on the service's database beside the running service. */
async function portage(...args: string[]) {
  const command = [...commandOf('apps/cli'), ...args, '--json', '--data', dataDir];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { code, events: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

async function swap(index: number, from: ChainId, to: ChainId): Promise<string> {
  const account = privateKeyToAccount(system.privateKey(index));
  const { rpcUrl } = evmChain(system.devnet.description, from);
  const wallet = createWalletClient({
    account,
    chain: system.devnet.client(from).chain,
    transport: http(rpcUrl),
  });
  const client = createPortage({
    baseUrl: system.url,
    executors: [createEvmExecutor({ wallet, pollMs: 50 })],
  });
  const request = {
    user: account.address,
    recipient: privateKeyToAddress(generatePrivateKey()),
    originChainId: from,
    destinationChainId: to,
    amount: parseEther('0.1').toString(),
  };
  const quote = await client.getQuote(request);
  const { minimumAmount: minAmountOut } = quote.details.currencyOut;
  return (await client.execute({ quote, request, minAmountOut })).status;
}

/** Adds to what an account has, as no transaction of ours does. */
async function credit(chainId: ChainId, address: string, amount: bigint): Promise<void> {
  const client = system.devnet.client(chainId);
  const balance = await client.getBalance({ address: address as Hex });
  await client.request({
    method: 'anvil_setBalance' as never,
    params: [address, toHex(balance + amount)] as never,
  });
}

const haltOf = async (chainId: ChainId): Promise<string | undefined> =>
  (await system.service.settlement.chains.halts()).find((halt) => halt.chainId === chainId)?.reason;

/** Chains that `GET /chains` shows as disabled; where the halts end, they are enabled again. */
async function disabledChains(): Promise<readonly number[]> {
  const { chains } = (await (await fetch(`${system.url}/chains`)).json()) as {
    chains: readonly { id: number; disabled: boolean; depositEnabled: boolean }[];
  };
  return chains
    .filter(({ disabled, depositEnabled }) => disabled && !depositEnabled)
    .map(({ id }) => id);
}

async function solverOf(chainId: ChainId): Promise<string> {
  const [row] = await system.service.settlement.query<{ sender: string }>(
    'select sender from inventory where chain_id = $1 limit 1',
    [chainId],
  );
  return row?.sender ?? '';
}

test('after a loss, chains go on by the way that the runbook describes', async () => {
  expect(await swap(0, base, optimism)).toBe('success');
  const solver = await solverOf(optimism);
  const { depository } = evmChain(system.devnet.description, base).contracts;

  await credit(optimism, solver, -lost);
  await credit(base, depository, -lost);
  await eventually(
    () => haltOf(optimism),
    (value) => value !== undefined,
    { what: 'the solver misses money' },
  );
  await eventually(
    async () => (await haltOf(base))?.includes('holds'),
    (value) => value === true,
    { what: 'the depository misses money' },
  );
  expect(await haltOf(optimism)).toContain(`lost ${lost.toString()} of ${zeroAddress}`);
  expect(await haltOf(base)).toContain(`holds ${lost.toString()} of ${zeroAddress} less`);

  // Nothing is promised on a halted chain, and the API says so.
  await eventually(
    async () => (await disabledChains()).length,
    (value) => value >= 2,
    { what: 'both chains are disabled' },
  );
  await expect(swap(1, base, optimism)).rejects.toMatchObject({ code: 'CHAIN_DISABLED' });

  // A halt that is only cleared comes back.
  await portage('halts', 'clear', String(base), '--reason', 'a try');
  await eventually(
    () => haltOf(base),
    (value) => value !== undefined,
    { what: 'the chain halts again' },
  );

  const listed = (await portage('reconcile', 'list')).events;
  expect(listed.filter(({ difference }) => String(difference).startsWith('-'))).toMatchObject([
    { chainId: optimism, account: solver, difference: `-${lost.toString()}`, isConfirmed: true },
    { chainId: base, account: 'depository', difference: `-${lost.toString()}`, isConfirmed: true },
  ]);

  // The missing money is paid in on one chain, and booked as a loss on the other.
  await credit(optimism, solver, lost);
  await eventually(
    async () =>
      (await system.service.settlement.reconciliations.differences()).every(
        ({ chainId, balance, books }) => chainId !== optimism || balance === books,
      ),
    Boolean,
    { what: 'the chain is whole' },
  );
  expect((await portage('reconcile', 'book', String(base))).code).toBe(2);
  const why = ['--reason', 'stolen; incident 12', '--clear-halt'];
  expect(await portage('reconcile', 'book', String(optimism), ...why)).toMatchObject({
    code: 0,
    events: [{ event: 'halt-cleared', cleared: true, isShort: false }],
  });
  expect(await portage('reconcile', 'book', String(base), ...why)).toMatchObject({
    code: 0,
    events: [
      { event: 'booked', account: 'depository', amount: `-${lost.toString()}` },
      { event: 'halt-cleared', cleared: true, isShort: false },
    ],
  });
  expect((await portage('reconcile', 'history')).events).toMatchObject([
    { chainId: base, amount: `-${lost.toString()}`, reason: 'stolen; incident 12' },
  ]);

  // The loss of the solver's own account has stopped all others, too.
  await portage('halts', 'clear', 'all', '--reason', 'their keys are safe');
  await eventually(
    async () => (await disabledChains()).length,
    (value) => value === 0,
    { what: 'both chains are enabled' },
  );
  expect(await swap(1, base, optimism)).toBe('success');
  expect(await swap(2, optimism, base)).toBe('success');
  const { settlement } = system.service;
  const compared = Date.now();
  await eventually(
    async () =>
      (await settlement.reconciliations.differences()).every(
        ({ ageSeconds, balance, books }) =>
          balance >= books && ageSeconds * 1_000 < Date.now() - compared,
      ),
    Boolean,
    { what: 'nothing is missing any more' },
  );
  expect(await settlement.ledger.balance('loss', `${String(base)}:${zeroAddress}`)).toBe(lost);
  expect(await system.books.audit()).toEqual([]);
  expect(await settlement.chains.halts()).toEqual([]);
});
