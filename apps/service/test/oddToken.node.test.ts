import { testOddUsdcAbi } from '@portage/contracts';
import { testOddUsdcBytecode } from '@portage/contracts/bytecode';
import { createTestDatabases } from '@portage/database/testing';
import { createDevnet, evmChain, type Devnet } from '@portage/devnet';
import { encodeDeployData, type Abi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog, parseConfiguration, startService, type Service } from '../src/index.js';
import { closeSound } from './closeSound.js';
import { post } from './transfer.js';

/** The functions are chosen by name. */
const abi: Abi = testOddUsdcAbi;
let devnet: Devnet;
const databases = createTestDatabases();
let service: Service;

beforeAll(async () => {
  devnet = await createDevnet({
    chains: [
      { id: 8453, slug: 'base', name: 'Base' },
      { id: 10, slug: 'optimism', name: 'OP Mainnet' },
    ],
    ports: [0, 0],
    controlPort: 0,
  });
  service = await startService({
    configuration: parseConfiguration(devnet.description.configuration),
    databaseUrl: await databases.createDatabase(),
    databaseDir: '',
    port: 0,
    version: '0.0.0',
    log: createLog('silent'),
    onFailure: (error) => {
      throw error;
    },
  });
});

afterAll(async () => {
  await closeSound(service);
  await devnet.close();
  await databases.close();
});

/** Upgrades USDC of the destination to a token whose behaviour any account may change. */
async function makeOdd(): Promise<void> {
  const client = devnet.client(10);
  const account = privateKeyToAccount(devnet.description.roles.faucet.privateKey);
  const data = encodeDeployData({ abi, bytecode: testOddUsdcBytecode, args: [account.address] });
  const hash = await client.sendTransaction({
    account,
    chain: client.chain,
    data,
    gas: 4_000_000n,
  });
  const { contractAddress } = await client.waitForTransactionReceipt({ hash });
  const bytecode = await client.getCode({ address: contractAddress ?? '0x' });
  await client.request({
    method: 'anvil_setCode' as never,
    params: [usdc(), bytecode ?? '0x'] as never,
  });
}

const usdc = () => evmChain(devnet.description, 10).tokens.usdc.address;

async function change(
  functionName: 'setPaused' | 'setFee' | 'setBlocked',
  args: readonly unknown[],
): Promise<void> {
  const client = devnet.client(10);
  const account = privateKeyToAccount(devnet.description.roles.faucet.privateKey);
  const hash = await client.writeContract({
    account,
    chain: client.chain,
    address: usdc(),
    functionName,
    abi,
    args,
  });
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success');
}

/** Status and code of a quote into the token. */
async function ask(): Promise<string> {
  const answer = await post(service.url ?? '', '/quote/v2', {
    user: devnet.description.accounts[0]?.address,
    originChainId: 8453,
    destinationChainId: 10,
    originCurrency: evmChain(devnet.description, 8453).tokens.usdc.address,
    destinationCurrency: usdc(),
    amount: '5000000',
    indicativeQuote: true,
  });
  // Every error of the service has a code.
  const { errorCode = '' } = answer.body as { readonly errorCode?: string };
  return `${String(answer.status)} ${errorCode}`.trim();
}

const expectAnswer = (answer: string): Promise<void> =>
  expect.poll(ask, { interval: 250 }).toBe(answer);
const restricted = '400 ROUTE_TEMPORARILY_RESTRICTED';

test('a token that is paused, keeps a part or blocks the solver is not quoted until it pays again; one that blocks somebody else is', async () => {
  await makeOdd();
  const solver = devnet.description.roles.solver.address;
  await expectAnswer('200');
  await change('setPaused', [true]);
  await expectAnswer(restricted);
  await change('setPaused', [false]);
  await expectAnswer('200');
  await change('setFee', [100n]);
  await expectAnswer(restricted);
  await change('setFee', [0n]);
  await expectAnswer('200');
  await change('setBlocked', [devnet.description.accounts[1]?.address, true]);
  await change('setBlocked', [solver, true]);
  await expectAnswer(restricted);
  await change('setBlocked', [solver, false]);
  await expectAnswer('200');
});
