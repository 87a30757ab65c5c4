import { depositoryAbi, testSafeAbi, testWalletAbi, wethAbi } from '@portage/contracts';
import { testSafeBytecode, testWalletBytecode } from '@portage/contracts/bytecode';
import { createPortage, withdrawalDigest, withdrawals, type WithdrawalMessage } from '@portage/sdk';
import { createEvmExecutor } from '@portage/sdk/evm';
import {
  concat,
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  hashMessage,
  hashTypedData,
  http,
  numberToHex,
  pad,
  parseEther,
  size,
  slice as sliceHex,
  zeroAddress,
  type EIP1193RequestFn,
  type Hex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

/**
 * A wallet of five owners, of whom three sign: it pays by permit and withdraws, as a Safe does.
 * Four are keys, and the last is a contract with a key of its own.
 */
let system: TestSystem;
let safe: Hex;
let owners: readonly Hex[];

const base = 8453;
const amount = parseEther('0.02');

/** How an owner signs the hash of the wallet's message. */
type Way = 'key' | 'personal' | 'approved' | 'contract';
type Ways = Readonly<Record<number, Way>>;

const keyOf = (index: number) => privateKeyToAccount(system.privateKey(index));
const fresh = (): Hex => privateKeyToAddress(generatePrivateKey());
const transport = () => http(system.chain(base).rpcUrl);
const reader = () => createPublicClient({ transport: transport(), pollingInterval: 100 });
const walletOf = (index: number) =>
  createWalletClient({ account: keyOf(index), transport: transport() });
const weth = (): Hex => system.chain(base).tokens.weth.address;

async function mined(hash: Hex) {
  const receipt = await reader().waitForTransactionReceipt({ hash });
  expect(receipt.status).toBe('success');
  return receipt;
}

const act = async (to: Hex, value: bigint, data: Hex): Promise<unknown> =>
  mined(
    await walletOf(0).writeContract({
      chain: null,
      abi: testSafeAbi,
      address: safe,
      functionName: 'execute',
      args: [to, value, data],
    }),
  );

/** Part of an owner, 65 bytes, and what stands behind all parts where the owner is a contract. */
async function partOf(index: number, hash: Hex, way: Way): Promise<readonly [Hex, Hex?]> {
  const part = (word: Hex, end: Hex): Hex =>
    concat([pad(owners[index]!, { size: 32 }), pad(word, { size: 32 }), end]);
  if (way === 'key') return [await keyOf(index).sign({ hash })];
  if (way === 'contract')
    return [part(numberToHex(195), '0x00'), await keyOf(index).sign({ hash })];
  if (way === 'approved') {
    await mined(
      await walletOf(index).writeContract({
        chain: null,
        abi: testSafeAbi,
        address: safe,
        functionName: 'approveHash',
        args: [hash],
      }),
    );
    return [part('0x', '0x01')];
  }
  const signature = await keyOf(index).signMessage({ message: { raw: hash } });
  const v = Number(`0x${signature.slice(130)}`) + 4;
  return [concat([sliceHex(signature, 0, 64), numberToHex(v)])];
}

/** Signatures of owners over a hash that the wallet is asked about, by rising address. */
async function signAs(ways: Ways, hash: Hex): Promise<Hex> {
  const message = await reader().readContract({
    abi: testSafeAbi,
    address: safe,
    functionName: 'messageHash',
    args: [hash],
  });
  const addressOf = (index: number): bigint => BigInt(owners[index] ?? keyOf(index).address);
  const indexes = Object.keys(ways).map(Number);
  indexes.sort((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1));
  const parts = await Promise.all(indexes.map((index) => partOf(index, message, ways[index]!)));
  const behind = parts.flatMap(([, own]) =>
    own === undefined ? [] : [numberToHex(size(own), { size: 32 }), own],
  );
  return concat([...parts.map(([part]) => part), ...behind]);
}

/** A Safe as an app sees it: it shows its address, and signs once its owners have. */
function safeWallet(ways: Ways) {
  const node = reader();
  const signed: Hex[] = [];
  const request: EIP1193RequestFn = async ({ method, params }) => {
    if (method !== 'eth_signTypedData_v4')
      return node.request({ method, params } as never) as never;
    const [, text] = params as [Hex, string];
    const signature = await signAs(ways, hashTypedData(JSON.parse(text) as never));
    signed.push(signature);
    return signature as never;
  };
  return { signed, client: createWalletClient({ account: safe, transport: custom({ request }) }) };
}

const held = (): Promise<bigint> =>
  reader().readContract({
    abi: erc20Abi,
    address: weth(),
    functionName: 'balanceOf',
    args: [safe],
  });

/** Pays by permit with what these owners sign. */
async function payWith(ways: Ways) {
  const wallet = safeWallet(ways);
  const app = createPortage({
    baseUrl: system.url,
    executors: [createEvmExecutor({ wallet: wallet.client, pollMs: 50 })],
    pollMs: 100,
  });
  const request = {
    user: safe,
    recipient: fresh(),
    refundTo: keyOf(0).address,
    originChainId: base,
    destinationChainId: 10,
    originCurrency: weth(),
    destinationCurrency: system.chain(10).tokens.weth.address,
    amount: amount.toString(),
    usePermit: true,
  };
  const quote = await app.getQuote(request);
  const outcome = app.execute({ quote, request, minAmountOut: 1n });
  return { outcome, signed: wallet.signed };
}

/** Deploys a contract of a fixture. */
async function deploy(args: Parameters<ReturnType<typeof walletOf>['deployContract']>[0]) {
  const { contractAddress } = await mined(await walletOf(0).deployContract(args));
  return contractAddress!.toLowerCase() as Hex;
}

beforeAll(async () => {
  system = await useSystem();
  const contract = await deploy({
    chain: null,
    abi: testWalletAbi,
    bytecode: testWalletBytecode,
    args: [keyOf(4).address],
  });
  owners = [...[0, 1, 2, 3].map((index) => keyOf(index).address), contract];
  safe = await deploy({
    chain: null,
    abi: testSafeAbi,
    bytecode: testSafeBytecode,
    args: [owners, 3n],
  });
  await mined(await walletOf(0).sendTransaction({ chain: null, to: safe, value: amount * 10n }));
});
afterAll(() => system.close());

describe('a Safe of five owners', () => {
  /** Lets the wallet hold what a deposit takes; the token lets Permit2 take all of it. */
  const fund = () =>
    act(weth(), amount, encodeFunctionData({ abi: wethAbi, functionName: 'deposit' }));

  test.each([
    ['three keys', 195, { 0: 'key', 2: 'key', 3: 'key' }],
    ['a key, a message and a hash', 195, { 1: 'key', 2: 'personal', 3: 'approved' }],
    ['a contract among the owners', 292, { 0: 'key', 1: 'personal', 4: 'contract' }],
  ] as const)(
    'pays by permit through the SDK: %s, %i bytes (steps#permits-signature)',
    async (_, bytes, ways) => {
      await fund();
      const before = await held();
      const { outcome, signed } = await payWith(ways);
      expect(await outcome).toMatchObject({ status: 'success' });
      expect(signed.map(size)).toEqual([bytes]);
      expect(before - (await held())).toBe(amount);
    },
  );

  test.each([
    ['two owners', { 0: 'key', 1: 'key' }],
    ['two owners and a stranger', { 0: 'key', 1: 'key', 7: 'key' }],
    ['two owners and the key of a contract', { 0: 'key', 1: 'key', 4: 'key' }],
  ] as const)('pays nothing by what %s sign', async (_, ways) => {
    await fund();
    const before = await held();
    const { outcome } = await payWith(ways);
    await expect(outcome).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' });
    expect(await held()).toBe(before);
  });

  test('P2: withdraws what no order takes by three owners, and not by two', async () => {
    const data = encodeFunctionData({
      abi: depositoryAbi,
      functionName: 'depositNative',
      args: [safe, pad(safe, { size: 32 })],
    });
    await act(system.chain(base).contracts.depository, amount, data);
    const client = createPortage({ baseUrl: system.url }).client.extend(withdrawals());
    const recipient = fresh();
    const terms = {
      chainId: 'base',
      ownerChainId: 'base',
      currency: zeroAddress,
      owner: safe,
      recipient,
      amount: amount.toString(),
    };
    let message: WithdrawalMessage | undefined;
    await expect
      .poll(async () => {
        message = await client.prepareWithdrawal(terms).catch(() => undefined);
        return message !== undefined;
      })
      .toBe(true);
    const asked = message!;
    const hash = hashMessage({ raw: withdrawalDigest(asked) });
    const two = await signAs({ 0: 'key', 3: 'personal' }, hash);
    await expect(client.executeWithdrawal({ ...asked, signature: two })).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
    });
    const signature = await signAs({ 0: 'key', 3: 'personal', 4: 'contract' }, hash);
    expect(size(signature)).toBe(292);
    const jobId = await client.executeWithdrawal({ ...asked, signature });
    await expect
      .poll(async () => (await client.getWithdrawalStatus(jobId)).status)
      .toBe('executed');
    expect(await reader().getBalance({ address: recipient })).toBeGreaterThan((amount * 9n) / 10n);
  });
});
