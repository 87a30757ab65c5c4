import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@portage/testing';
import { withdrawalDomain, withdrawalTypes } from '@portage/contracts';
import type { ReleaseIntent } from '@portage/core/plugin';
import { keccak256, recoverTypedDataAddress, toHex, zeroAddress, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkRemoteAllocator, createRemoteAllocator } from '../src/allocator/remoteAllocator.js';
import { allocator as allocatorKey, chain, input, solver } from './smallConfiguration.js';
import { startProcess, type ServiceProcess } from './startProcess.js';

const owner = privateKeyToAccount(allocatorKey as Hex).address.toLowerCase();
const home = privateKeyToAccount(solver as Hex).address.toLowerCase();
const account = (byte: string): Hex => `0x${byte.repeat(20)}`;
const orderId = `0x${'0a'.repeat(32)}` as const;
// The allocator signs for 15 minutes ahead of its clock at most.
const expiry = Math.floor(Date.now() / 1000) + 600;
const refund: ReleaseIntent = {
  purpose: 'refund',
  chainId: 1,
  depository: chain.contracts.depository,
  currency: chain.assets[0]!.address,
  recipient: account('0c'),
  amount: 60n,
  orderId,
  key: 'main',
  releases: [{ orderId, depositor: account('0d'), amount: 60n }],
  expiry,
};

let folder: string;
let socket: string;
let config: string;
let running: ServiceProcess;

async function start(): Promise<ServiceProcess> {
  const process = startProcess([
    '--role',
    'allocator',
    '--config',
    config,
    '--data',
    join(folder, 'data'),
  ]);
  let hasEnded = false;
  void process.ended.then(() => (hasEnded = true));
  const isUp = (): boolean => process.log().includes('releases are signed');
  await eventually(() => isUp() || hasEnded, Boolean, {
    what: 'an allocator that signs releases',
    log: () => process.log(),
  });
  if (!isUp()) throw new Error(process.log());
  return process;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portage-allocator-'));
  socket = join(folder, 'allocator.sock');
  config = join(folder, 'portage.json');
  await writeFile(
    config,
    JSON.stringify({
      ...input,
      // Of the solver this process has the address alone.
      keys: { evm: { solver: `address:${home}`, allocator: allocatorKey } },
      allocator: { socket, caps: { one: { eth: { day: '100' } } } },
    }),
  );
  running = await start();
});
afterAll(async () => {
  await running.stop('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Answer to a body that is sent to the socket as it is. */
function post(body: string, path = '/chains/1/sign'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath: socket, path, method: 'POST' }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

test('G13: another process has the allocator’s key, signs releases alone, and knows them after kill -9', async () => {
  const remote = createRemoteAllocator({ socket, chainId: 1, address: owner });
  const signature = await remote.sign(refund);
  const nonce = await readNonce(signature);
  expect(await remote.available?.(refund.currency)).toBe(40n);
  await expect(remote.sign({ ...refund, expiry: expiry + 3_600 })).rejects.toMatchObject({
    code: 'RELEASE_REFUSED',
    hint: expect.stringContaining('compare the clocks') as unknown,
  });
  const stolen = { ...refund, recipient: account('0e') };
  await expect(remote.sign(stolen)).rejects.toMatchObject({ code: 'RELEASE_REFUSED' });
  const other = { ...refund, key: 'excess' };
  await expect(remote.sign(other)).rejects.toMatchObject({ code: 'RELEASE_REFUSED' });

  await running.stop('SIGKILL');
  await expect(remote.sign(refund)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  running = await start();
  expect(await remote.sign(refund)).toEqual(signature);
  expect(await readNonce(signature)).toBe(nonce);
  await expect(remote.sign(stolen)).rejects.toMatchObject({ code: 'RELEASE_REFUSED' });
  await expect(remote.sign(other)).rejects.toMatchObject({ code: 'RELEASE_REFUSED' });
  expect(await remote.available?.(refund.currency)).toBe(40n);
  const journal = await readFile(join(folder, 'data', 'releases.jsonl'), 'utf8');
  expect(journal.trim().split('\n')).toHaveLength(2);
});

test('no bytes of a caller’s making are signed', async () => {
  const digest = `0x${'11'.repeat(32)}`;
  for (const body of [
    digest,
    JSON.stringify({ digest }),
    JSON.stringify({ ...refund, amount: '60', releases: [], digest }),
    '{',
  ])
    expect(await post(body)).toBe(400);
  expect(await post('{}', '/chains/2/sign')).toBe(404);
  expect(await post('{}', '/sign')).toBe(404);
});

test('check asks for the account of the signing process, and has nothing signed', async () => {
  const place = { socket, chainId: 1, address: owner };
  await expect(checkRemoteAllocator(place)).resolves.toBeUndefined();
  await expect(checkRemoteAllocator({ ...place, address: home })).rejects.toMatchObject({
    code: 'INVALID_CONFIGURATION',
  });
  for (const wrong of [{ chainId: 2 }, { socket: `${socket}.none` }])
    await expect(checkRemoteAllocator({ ...place, ...wrong })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
});

test('one process signs with one journal, and a worker is told where the keys differ', async () => {
  for (const [directory, refusal] of [
    ['other', 'Another process signs releases'],
    ['data', 'Another process uses the data directory'],
  ] as const) {
    const second = startProcess([
      '--role',
      'allocator',
      '--config',
      config,
      '--data',
      join(folder, directory),
    ]);
    expect((await second.ended).code).toBe(1);
    expect(second.log()).toContain(refusal);
  }
  const wrong = createRemoteAllocator({ socket, chainId: 1, address: home });
  await expect(wrong.sign(refund)).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION' });
});

/** Nonce of the refund, which the signature must be over. */
async function readNonce(signature: Uint8Array): Promise<bigint> {
  const name = `portage refund/1/${refund.depository}/${refund.orderId}/${refund.key}`;
  const nonce = BigInt(keccak256(toHex(name)));
  const signer = await recoverTypedDataAddress({
    domain: withdrawalDomain({ chainId: 1, depository: zeroAddress }),
    types: withdrawalTypes,
    primaryType: 'Withdrawal',
    message: {
      releases: [{ id: orderId, depositor: account('0d'), amount: 60n }],
      token: zeroAddress,
      to: account('0c'),
      amount: 60n,
      nonce,
      expiry: BigInt(expiry),
    },
    signature: `0x${Buffer.from(signature).toString('hex')}`,
  });
  expect(signer.toLowerCase()).toBe(owner);
  return nonce;
}
