import { eventually, testMsMax } from '@portage/testing';
import { testBatchAccountAbi, testUsdcAbi } from '@portage/contracts';
import { testBatchAccountBytecode } from '@portage/contracts/bytecode';
import { createClient, type BatchExecutorConfig, type RelayChain } from '@relayprotocol/relay-sdk';
import {
  createPublicClient,
  createWalletClient,
  decodeAbiParameters,
  defineChain,
  encodeFunctionData,
  http,
  type Hex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createContext } from '../src/createContext.js';
import { deployContract } from '../src/demonstrations/deployContract.js';
import { startKeyProxy } from './startKeyProxy.js';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

/**
 * Actions of the published client of the compatible service that are neither a quote nor its
 * execution, unmodified, against our server.
 */
let system: TestSystem;

beforeAll(async () => {
  system = await useSystem();
});
afterAll(async () => {
  await system.close();
});

const viemChainOf = (id: 8453 | 10) =>
  defineChain({
    id,
    name: system.chain(id).name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [system.chain(id).rpcUrl] } },
  });

/** Chain as the client wants it; the rest of its members is for pages. */
const relayChain = (id: 8453 | 10): RelayChain => ({
  id,
  name: system.chain(id).name,
  displayName: system.chain(id).name,
  httpRpcUrl: system.chain(id).rpcUrl,
  wsRpcUrl: '',
  explorerUrl: '',
  vmType: 'evm',
  depositEnabled: true,
  viemChain: viemChainOf(id),
});

function open(
  options: {
    readonly baseApiUrl?: string;
    readonly apiKey?: string;
    readonly source?: string;
  } = {},
) {
  return createClient({
    baseApiUrl: system.url,
    chains: [relayChain(8453), relayChain(10)],
    pollingInterval: 250,
    confirmationPollingInterval: 100,
    ...options,
  });
}

const walletOf = (privateKey: Hex) =>
  createWalletClient({
    account: privateKeyToAccount(privateKey),
    chain: viemChainOf(8453),
    transport: http(),
  });
const reader = (id: 8453 | 10) =>
  createPublicClient({ chain: viemChainOf(id), transport: http(), pollingInterval: 50 });
const dollars = (id: 8453 | 10, holder: Hex): Promise<bigint> =>
  reader(id).readContract({
    address: system.usdc(id),
    abi: testUsdcAbi,
    functionName: 'balanceOf',
    args: [holder],
  });

test('getAppFees tells what an app has earned, and claimAppFees has it paid', async () => {
  const client = open({ source: 'portage.test' });
  const wallet = walletOf(system.privateKey(0));
  const app = walletOf(generatePrivateKey());
  const earner = app.account.address;
  const quote = await client.actions.getQuote({
    chainId: 8453,
    toChainId: 10,
    currency: system.usdc(8453),
    toCurrency: system.usdc(10),
    amount: '50000000',
    user: wallet.account.address,
    recipient: earner,
    wallet,
    tradeType: 'EXACT_INPUT',
    options: { appFees: [{ recipient: earner, fee: '100' }] },
  });
  await client.actions.execute({ quote, wallet });
  // The fee is earned once the payment is final.
  await expect
    .poll(() => client.actions.getAppFees({ wallet: earner }))
    .toMatchObject([{ amount: '500000', currency: { symbol: 'USDC', chainId: 8453 } }]);
  const recipient = privateKeyToAccount(generatePrivateKey()).address;
  // Fees can be claimed once the chain of the payout calls it final.
  const { data } = await eventually(
    () =>
      client.actions.claimAppFees({
        wallet: app,
        chainId: 8453,
        currency: system.usdc(8453),
        recipient,
      }),
    () => true,
    { what: 'a claim of the fees', everyMs: 500 },
  );
  expect(data.steps.flatMap(({ items }) => items.map(({ status }) => status))).toEqual([
    'complete',
  ]);
  await expect.poll(() => dollars(8453, recipient)).toBe(500_000n);
  expect(await client.actions.getAppFees({ wallet: earner })).toEqual([]);
});

test.each([[undefined], ['portage.test']])(
  'executeGaslessBatch pays out of an account without gas, by an app called %s',
  async (source) => {
    const context = createContext(system, 0, { signal: AbortSignal.timeout(testMsMax) });
    const delegate = await deployContract(context, 8453, {
      abi: testBatchAccountAbi,
      bytecode: testBatchAccountBytecode,
    });
    const apiKey = await system.createSponsor(100_000_000n);
    const proxy = await startKeyProxy(system.url, apiKey);
    const named = source === undefined ? {} : { source };
    // The client wants a key before it begins, and sends it to one host alone.
    const client = open({ baseApiUrl: proxy.url, apiKey: 'at the proxy', ...named });
    const payer = walletOf(generatePrivateKey());
    const amount = 20_000_000n;
    const hash = await walletOf(system.privateKey(0)).writeContract({
      address: system.usdc(8453),
      abi: testUsdcAbi,
      functionName: 'transfer',
      args: [payer.account.address, amount],
    });
    await reader(8453).waitForTransactionReceipt({ hash });
    const recipient = privateKeyToAccount(generatePrivateKey()).address;
    const quote = await client.actions.getQuote({
      chainId: 8453,
      toChainId: 10,
      currency: system.usdc(8453),
      toCurrency: system.usdc(10),
      amount: amount.toString(),
      user: payer.account.address,
      recipient,
      wallet: payer,
      tradeType: 'EXACT_INPUT',
      options: { originGasOverhead: 80_000 },
    });
    onTestFinished(() => proxy.close());
    const seen: string[] = [];
    const { requestId } = await client.actions.executeGaslessBatch({
      quote,
      walletClient: payer,
      executor: batchExecutor(delegate),
      onProgress: ({ status }) => seen.push(status),
    });
    expect(requestId).toBe(quote.steps[0]?.requestId);
    expect(seen).toEqual([
      'signing_authorization',
      'signing_batch',
      'submitting',
      'polling',
      'success',
    ]);
    expect(await reader(8453).getBalance({ address: payer.account.address })).toBe(0n);
    expect(await dollars(8453, payer.account.address)).toBe(0n);
    expect((await dollars(10, recipient)).toString()).toBe(quote.details?.currencyOut?.amount);
  },
);

/** Delegate of the tests as the client describes one; it has no salt and no hooks. */
function batchExecutor(address: Hex): BatchExecutorConfig {
  const { types, primaryType } = {
    primaryType: 'Batch',
    types: {
      Batch: [
        { name: 'calls', type: 'Call[]' },
        { name: 'nonce', type: 'uint256' },
      ],
      Call: [
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'data', type: 'bytes' },
      ],
    },
  };
  return {
    address,
    abi: testBatchAccountAbi,
    originGasOverhead: 80_000,
    salt: '0x',
    eip712Types: types,
    eip712PrimaryType: primaryType,
    buildSignDomain: (chainId, verifyingContract) => {
      const domain = {
        name: 'TestBatchAccount',
        version: '1',
        chainId: BigInt(chainId),
        verifyingContract,
      };
      // The client's type wants a salt; a domain without one is signed without one.
      return domain as ReturnType<BatchExecutorConfig['buildSignDomain']>;
    },
    buildSignMessage: (calls, nonce) => ({ calls, nonce }),
    encodeExecute: ({ calls }, wrapped) => {
      const [signature] = decodeAbiParameters([{ type: 'bytes' }, { type: 'bytes' }], wrapped);
      return encodeFunctionData({
        abi: testBatchAccountAbi,
        functionName: 'execute',
        // The message is what `buildSignMessage` made.
        args: [calls as { to: Hex; value: bigint; data: Hex }[], signature],
      });
    },
    getNonce: () => Promise.resolve(0n),
  };
}
