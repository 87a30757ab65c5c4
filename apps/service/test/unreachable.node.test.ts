import { join } from 'node:path';
import type { Health } from '@portage/core';
import { solanaChain } from '@portage/devnet';
import { startFaultProxy, type FaultProxy } from '@portage/testing';
import { parseEther } from 'viem';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { parseConfiguration, type Service } from '../src/index.js';
import { getQuote, post, sendSteps } from './transfer.js';
import { useDevnet } from './useDevnet.js';
import { watchStatus } from './watchStatus.js';

/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:9';
const local = useDevnet({
  accounts: 4,
  blockTimeSeconds: 0.25,
  ports: [0, 0, 0],
  controlPort: 0,
  solana: { slotMs: 200 },
});
let service: Service;
const proxies = new Map<string, FaultProxy>();

beforeAll(async () => {
  for (const { slug, rpcUrls } of chainsOf(local.devnet.description.configuration)) {
    const proxy = await startFaultProxy({ target: rpcUrls[0] ?? '' });
    local.onEnd(() => proxy.close());
    proxies.set(slug, proxy);
  }
});
afterEach(local.stopAll);

interface ChainSettings {
  readonly slug: string;
  readonly vm?: string;
  readonly rpcUrls: readonly string[];
}

function chainsOf(configuration: unknown): readonly ChainSettings[] {
  return (configuration as { readonly chains: readonly ChainSettings[] }).chains;
}

const away = (slug: string): void => proxies.get(slug)?.set([{ type: 'reset' }]);
const back = (slug: string): void => proxies.get(slug)?.set([]);

/** Endpoint of a chain: its proxy, but the exchange itself, which does not speak JSON-RPC. */
function endpointOf({ slug, vm, rpcUrls }: ChainSettings): string | undefined {
  return vm === 'lvm' ? rpcUrls[0] : proxies.get(slug)?.url;
}

/** Starts a service that reaches each chain through its proxy, and Base by a dead endpoint too. */
async function start(name: string): Promise<void> {
  const chains = chainsOf(local.devnet.description.configuration).map((chain) => ({
    ...Object.fromEntries(Object.entries(chain).filter(([member]) => member !== 'wsUrl')),
    timeoutMs: 2_000,
    quorum: 1,
    rpcUrls: [endpointOf(chain), ...(chain.slug === 'base' ? [nowhere] : [])],
  }));
  service = await local.serve({
    configuration: parseConfiguration({ ...local.devnet.description.configuration, chains }),
    databaseDir: join(local.directory, name),
  });
}

async function read(path: string): Promise<unknown> {
  return (await fetch(`${service.url ?? ''}${path}`)).json();
}

/** State of each chain by `/health`, and whether `/chains` lists it as disabled. */
async function states(): Promise<Readonly<Record<string, string>>> {
  const { chains } = (await read('/health')) as Health;
  const listed = (await read('/chains')) as {
    readonly chains: readonly { readonly id: number; readonly disabled: boolean }[];
  };
  return Object.fromEntries(
    chains.map(({ id, slug, status }) => {
      const isDisabled = listed.chains.find((chain) => chain.id === id)?.disabled;
      return [slug, `${status}${isDisabled === true ? ', disabled' : ''}`];
    }),
  );
}

const eth = '0x0000000000000000000000000000000000000000';

function request(destination: 'optimism' | 'solana'): Record<string, unknown> {
  const { id, tokens } = solanaChain(local.devnet.description);
  const common = {
    user: local.devnet.description.accounts[0]?.address,
    originChainId: 8453,
    originCurrency: eth,
    amount: parseEther('0.05').toString(),
  };
  return destination === 'optimism'
    ? { ...common, destinationChainId: 10, destinationCurrency: eth }
    : {
        ...common,
        destinationChainId: id,
        destinationCurrency: tokens.usdc.address,
        recipient: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
        refundTo: local.devnet.description.accounts[0]?.address,
      };
}

/** Status and code of a quote from Base. */
async function ask(destination: 'optimism' | 'solana'): Promise<string> {
  const answer = await post(service.url ?? '', '/quote/v2', {
    ...request(destination),
    indicativeQuote: true,
  });
  const { errorCode = '' } = answer.body as { readonly errorCode?: string };
  return `${String(answer.status)} ${errorCode}`.trim();
}

const seldom = { interval: 250 };

/** Moves money from Base: it arrives where a chain is followed and paid on. */
async function transfer(destination: 'optimism' | 'solana'): Promise<string | undefined> {
  const quote = await getQuote(service.url ?? '', request(destination));
  const watching = watchStatus(service.url ?? '', quote.steps[0]?.requestId ?? '');
  await sendSteps(local.devnet, local.devnet.description.accounts[0]!.privateKey, quote);
  return (await watching).at(-1)?.status;
}

test('a service starts without a chain of which no endpoint answers, serves the others, and opens it when it is back', async () => {
  away('solana');
  await start('solana');
  expect(await states()).toEqual({
    base: 'ok',
    bitcoin: 'ok',
    lighter: 'ok',
    optimism: 'ok',
    solana: 'down, disabled',
  });
  const { status, chains } = (await read('/health')) as Health;
  expect(status).toBe('degraded');
  // One endpoint of Base is dead; the other one is enough.
  const base = chains.find(({ slug }) => slug === 'base');
  expect(base?.warnings).toContainEqual(expect.stringContaining(nowhere));
  const metrics = await (await fetch(`${service.url ?? ''}/metrics`)).text();
  expect(metrics).toContain('portage_chain_open{chain="solana"} 0');
  expect(metrics).toContain(`portage_endpoint_up{chain="base",endpoint="${nowhere}"} 0`);
  await expect.poll(() => ask('optimism'), seldom).toBe('200');
  expect(await ask('solana')).toBe('400 CHAIN_DISABLED');
  back('solana');
  await expect.poll(() => ask('solana'), seldom).toBe('200');
  await expect.poll(states, seldom).toMatchObject({ solana: 'ok' });
  expect(await transfer('solana')).toBe('success');
});

test('an EVM chain that is away at the start or while all runs is refused, and comes back by itself', async () => {
  away('optimism');
  await start('optimism');
  await expect.poll(states, seldom).toMatchObject({ base: 'ok', optimism: 'down, disabled' });
  expect(await ask('optimism')).toBe('400 CHAIN_DISABLED');
  back('optimism');
  await expect.poll(() => ask('optimism'), seldom).toBe('200');
  expect(await transfer('optimism')).toBe('success');

  away('optimism');
  await expect.poll(() => ask('optimism'), seldom).toBe('400 CHAIN_DISABLED');
  await expect.poll(states, seldom).toMatchObject({ base: 'ok', optimism: 'down, disabled' });
  back('optimism');
  await expect.poll(() => ask('optimism'), seldom).toBe('200');
  await expect.poll(states, seldom).toMatchObject({ base: 'ok', optimism: 'ok' });
});
