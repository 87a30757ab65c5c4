import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabases } from '@portage/database/testing';
import { createDevnet, solanaChain, type Devnet } from '@portage/devnet';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog, parseConfiguration, startService, type Service } from '../src/index.js';
import type { Role } from '../src/serviceOptions.js';
import { getQuote, sendSteps } from './transfer.js';
import { watchStatus } from './watchStatus.js';

const orderKey = `0x${'5a'.repeat(32)}` as const;
const orderSigner = privateKeyToAccount(orderKey).address.toLowerCase();
const databases = createTestDatabases();
const started: Service[] = [];
let devnet: Devnet;
let dataDir: string;
let databaseUrl: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portage-order-key-'));
  devnet = await createDevnet({ accounts: 2, ports: [0, 0, 0], controlPort: 0 });
  databaseUrl = await databases.createDatabase();
});

afterAll(async () => {
  for (const service of started) await service.close();
  await Promise.all([devnet.close(), databases.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

async function start(
  role: Role,
  keys: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<Service> {
  const { configuration } = devnet.description;
  const service = await startService({
    ...{ role, databaseUrl, port: 0, version: '0.0.0', log: createLog('silent') },
    configuration: parseConfiguration({ ...configuration, keys }),
    databaseDir: join(dataDir, role),
    onFailure: (error) => {
      throw error;
    },
  });
  started.push(service);
  return service;
}

type AllKeys = Parameters<typeof start>[1];

/** Addresses in the place of all keys that hold money. */
function addresses(): AllKeys {
  const { roles } = devnet.description;
  const svm = solanaChain(devnet.description).roles;
  const watch = (each: {
    readonly solver: { readonly address: string };
    readonly allocator: { readonly address: string };
  }): AllKeys[string] => ({
    solver: `address:${each.solver.address}`,
    allocator: `address:${each.allocator.address}`,
  });
  return { orders: { signer: orderKey }, evm: watch(roles), svm: watch(svm) };
}

test('an API process signs orders with a key that holds no money, and workers with their own pay them', async () => {
  const { keys } = parseConfiguration(devnet.description.configuration);
  const worker = await start('worker', { ...keys, orders: { signer: orderKey } });
  const api = await start('api', addresses());
  const quote = await getQuote(api.url ?? '', {
    user: devnet.description.accounts[0]?.address,
    ...{ originChainId: 8453, destinationChainId: 10, amount: '50000000000000000' },
  });
  expect(quote.protocol.v2?.orderData.solver).toBe(orderSigner);
  expect(api.chains.byId(8453).info).toMatchObject({
    protocol: { v2: { orderSigner } },
    solverAddresses: [worker.chains.byId(8453).spend?.sender],
  });
  const watching = watchStatus(api.url ?? '', quote.steps[0]?.requestId ?? '');
  await sendSteps(devnet, devnet.description.accounts[0]!.privateKey, quote);
  expect((await watching).at(-1)?.status).toBe('success');
});

test('a worker without the keys of its accounts is refused', async () => {
  const evm = { solver: `address:0x${'1'.repeat(40)}`, allocator: `address:0x${'2'.repeat(40)}` };
  const { keys } = parseConfiguration(devnet.description.configuration);
  await expect(start('worker', { ...keys, orders: { signer: orderKey }, evm })).rejects.toThrow(
    'keys.evm.solver: is an address',
  );
});
