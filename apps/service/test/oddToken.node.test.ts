import { testOddUsdcAbi } from '@portage/contracts';
import { testOddUsdcBytecode } from '@portage/contracts/bytecode';
import { evmChain } from '@portage/devnet';
import { encodeDeployData, type Abi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../src/index.js';
import { post } from './transfer.js';
import { twoChains, useDevnet } from './useDevnet.js';

/** The functions are chosen by name. */
const abi: Abi = testOddUsdcAbi;
const local = useDevnet(twoChains);
let service: Service;

beforeAll(async () => {
  service = await local.serve();
});

/** Upgrades USDC of the destination to a token whose behaviour any account may change. */
async function makeOdd(): Promise<void> {
  const client = local.devnet.client(10);
  const account = privateKeyToAccount(local.devnet.description.roles.faucet.privateKey);
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

const usdc = () => evmChain(local.devnet.description, 10).tokens.usdc.address;

async function change(
  functionName: 'setPaused' | 'setFee' | 'setBlocked',
  args: readonly unknown[],
): Promise<void> {
  const client = local.devnet.client(10);
  const account = privateKeyToAccount(local.devnet.description.roles.faucet.privateKey);
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
    user: local.devnet.description.accounts[0]?.address,
    originChainId: 8453,
    destinationChainId: 10,
    originCurrency: evmChain(local.devnet.description, 8453).tokens.usdc.address,
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
  const solver = local.devnet.description.roles.solver.address;
  await expectAnswer('200');
  await change('setPaused', [true]);
  await expectAnswer(restricted);
  await change('setPaused', [false]);
  await expectAnswer('200');
  await change('setFee', [100n]);
  await expectAnswer(restricted);
  await change('setFee', [0n]);
  await expectAnswer('200');
  await change('setBlocked', [local.devnet.description.accounts[1]?.address, true]);
  await change('setBlocked', [solver, true]);
  await expectAnswer(restricted);
  await change('setBlocked', [solver, false]);
  await expectAnswer('200');
});
