import { testExchangeGatewayAbi } from '@portage/contracts';
import { createExchangeApi } from '@portage/exchange';
import { createWalletClient, erc20Abi, http, parseEther, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevnet, exchangeDevnetChain, type Devnet } from '../../createDevnet.js';
import { evmChain, exchangeChain } from '../../description.js';

const base = { id: 8453, slug: 'base', name: 'Base' } as const;
const signal = new AbortController().signal;
let devnet: Devnet;

beforeAll(async () => {
  devnet = await createDevnet({
    chains: [exchangeDevnetChain, base],
    ports: [0, 0],
    controlPort: 0,
    blockTimeSeconds: 0.25,
    exchange: { blockMs: 50 },
  });
});

afterAll(() => devnet.close());

/** Contract that takes deposits. */
function gatewayOf(): Hex {
  const { gateway } = exchangeChain(devnet.description);
  if (gateway === undefined) throw new Error('The exchange takes no deposits.');
  expect(gateway.chainId).toBe(base.id);
  return gateway.address;
}

test('a deposit on an EVM chain reaches the account of its receiver, old or new', async () => {
  const client = devnet.client(base.id);
  const address = gatewayOf();
  const { rpcUrl, tokens } = evmChain(devnet.description, base.id);
  const [payer] = devnet.description.accounts;
  const [user] = exchangeChain(devnet.description).accounts;
  if (payer === undefined || user === undefined) throw new Error('There are no users.');
  const account = privateKeyToAccount(payer.privateKey);
  const wallet = createWalletClient({ account, chain: client.chain, transport: http(rpcUrl) });
  const api = createExchangeApi({ url: exchangeChain(devnet.description).rpcUrl });
  const nobody: Hex = `0x${'42'.repeat(20)}`;
  const before = await api.account(user.accountIndex, signal);

  await wallet.writeContract({
    address: tokens.usdc.address,
    abi: erc20Abi,
    functionName: 'approve',
    args: [address, 100_000_000n],
  });
  const deposit = { address, abi: testExchangeGatewayAbi, functionName: 'deposit' } as const;
  const hash = await wallet.writeContract({
    ...deposit,
    args: [account.address, 3, 0, 70_000_000n],
  });
  await wallet.writeContract({
    ...deposit,
    args: [nobody, 1, 1, parseEther('0.5')],
    value: parseEther('0.5'),
  });

  await expect.poll(() => api.accountsOf(nobody, signal)).toHaveLength(1);
  const [opened = 0] = await api.accountsOf(nobody, signal);
  const spotEth = { assetIndex: 1, routeType: 1 };
  await expect
    .poll(async () => (await api.account(opened, signal))?.balances)
    .toContainEqual({ ...spotEth, amount: 50_000_000n });
  const perps = { assetIndex: 3, routeType: 0 };
  const start = before?.balances.find(
    ({ assetIndex, routeType }) => assetIndex === 3 && routeType === 0,
  );
  await expect
    .poll(async () => (await api.account(user.accountIndex, signal))?.balances)
    .toContainEqual({ ...perps, amount: (start?.amount ?? 0n) + 70_000_000n });
  const url = `${exchangeChain(devnet.description).rpcUrl}/api/v1/txFromL1TxHash?hash=${hash}`;
  await expect(fetch(url).then((answer) => answer.json())).resolves.toMatchObject({
    type: 1,
    account_index: user.accountIndex,
  });
});
