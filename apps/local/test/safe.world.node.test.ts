import { depositoryAbi, wethAbi } from '@portage/contracts';
import { createPortage, withdrawalDigest, withdrawals } from '@portage/sdk';
import { createEvmExecutor } from '@portage/sdk/evm';
import { eventually } from '@portage/testing';
import {
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  hashMessage,
  hashTypedData,
  http,
  pad,
  parseEther,
  size,
  zeroAddress,
  type EIP1193RequestFn,
  type Hex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSafe, type TestedSafe, type Ways } from './safe/openSafe.js';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

/** A wallet of five owners, of whom three sign: it pays by permit and withdraws, as a Safe does. */
let system: TestSystem;
let safe: TestedSafe;

const base = 8453;
const amount = parseEther('0.02');

const fresh = (): Hex => privateKeyToAddress(generatePrivateKey());
const transport = () => http(system.chain(base).rpcUrl);
const reader = () => createPublicClient({ transport: transport(), pollingInterval: 100 });
const weth = (): Hex => system.chain(base).tokens.weth.address;

/**
 * A Safe as an app sees it: it shows its address, and signs once its owners have; by the empty
 * signature where it signs on the chain.
 */
function safeWallet(ways: Ways | 'on the chain') {
  const node = reader();
  const signed: Hex[] = [];
  const request: EIP1193RequestFn = async ({ method, params }) => {
    if (method !== 'eth_signTypedData_v4')
      return node.request({ method, params } as never) as never;
    const [, text] = params as [Hex, string];
    const hash = hashTypedData(JSON.parse(text) as never);
    if (ways === 'on the chain') await safe.signOnChain(hash);
    const signature = ways === 'on the chain' ? '0x' : await safe.signAs(ways, hash);
    signed.push(signature);
    return signature as never;
  };
  const account = safe.address;
  return { signed, client: createWalletClient({ account, transport: custom({ request }) }) };
}

const held = (): Promise<bigint> =>
  reader().readContract({
    abi: erc20Abi,
    address: weth(),
    functionName: 'balanceOf',
    args: [safe.address],
  });

/** Pays by permit with what these owners sign. */
async function payWith(ways: Parameters<typeof safeWallet>[0]) {
  const wallet = safeWallet(ways);
  const app = createPortage({
    baseUrl: system.url,
    executors: [createEvmExecutor({ wallet: wallet.client, pollMs: 50 })],
    pollMs: 100,
  });
  const request = {
    user: safe.address,
    recipient: fresh(),
    refundTo: privateKeyToAddress(system.privateKey(0)),
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

beforeAll(async () => {
  system = await useSystem();
  safe = await openSafe(system, base);
  const funder = privateKeyToAccount(system.privateKey(0));
  const hash = await createWalletClient({
    account: funder,
    transport: transport(),
  }).sendTransaction({ chain: null, to: safe.address, value: amount * 10n });
  await reader().waitForTransactionReceipt({ hash });
});
afterAll(() => system.close());

describe('a Safe of five owners', () => {
  /** Lets the wallet hold what a deposit takes; the token lets Permit2 take all of it. */
  const fund = () =>
    safe.act({
      to: weth(),
      value: amount,
      data: encodeFunctionData({ abi: wethAbi, functionName: 'deposit' }),
    });

  test.each([
    ['three keys', 195, { 0: 'key', 2: 'key', 3: 'key' }],
    ['a key, a message and a hash', 195, { 1: 'key', 2: 'personal', 3: 'approved' }],
    ['a contract among the owners', 292, { 0: 'key', 1: 'personal', 4: 'contract' }],
    ['nothing beside a hash signed on the chain', 0, 'on the chain'],
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

  const client = () => createPortage({ baseUrl: system.url }).client.extend(withdrawals());

  /** A withdrawal of a deposit that no order takes, and the hash that the wallet is asked about. */
  async function askToWithdraw() {
    const owner = safe.address;
    const data = encodeFunctionData({
      abi: depositoryAbi,
      functionName: 'depositNative',
      args: [owner, pad(owner, { size: 32 })],
    });
    await safe.act({ to: system.chain(base).contracts.depository, value: amount, data });
    const recipient = fresh();
    const terms = {
      chainId: 'base',
      ownerChainId: 'base',
      currency: zeroAddress,
      owner,
      recipient,
      amount: amount.toString(),
    };
    const message = await eventually(
      () => client().prepareWithdrawal(terms),
      () => true,
      { what: 'a withdrawal' },
    );
    return { message, recipient, hash: hashMessage({ raw: withdrawalDigest(message) }) };
  }

  type Asked = Awaited<ReturnType<typeof askToWithdraw>>;

  const refuses = ({ message }: Asked, signature: Hex) =>
    expect(client().executeWithdrawal({ ...message, signature })).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
    });

  async function paysOut({ message, recipient }: Asked, signature: Hex): Promise<void> {
    const jobId = await client().executeWithdrawal({ ...message, signature });
    await expect
      .poll(async () => (await client().getWithdrawalStatus(jobId)).status)
      .toBe('executed');
    expect(await reader().getBalance({ address: recipient })).toBeGreaterThan((amount * 9n) / 10n);
  }

  test('P2: withdraws what no order takes by three owners, and not by two', async () => {
    const asked = await askToWithdraw();
    await refuses(asked, await safe.signAs({ 0: 'key', 3: 'personal' }, asked.hash));
    const three = { 0: 'key', 3: 'personal', 4: 'contract' } as const;
    const signature = await safe.signAs(three, asked.hash);
    expect(size(signature)).toBe(292);
    await paysOut(asked, signature);
  });

  test('P15: withdraws by the empty signature once it has signed on the chain, not before', async () => {
    const asked = await askToWithdraw();
    await refuses(asked, '0x');
    await safe.signOnChain(hashMessage({ raw: new Uint8Array(32) }));
    await refuses(asked, '0x');
    await safe.signOnChain(asked.hash);
    await paysOut(asked, '0x');
  });
});
