import { eventually, testMsMax } from '@portage/testing';
import { testUsdcAbi, testWalletAbi } from '@portage/contracts';
import { testWalletBytecode } from '@portage/contracts/bytecode';
import { createEvmExecutor } from '@portage/sdk/evm';
import {
  appFeeClaims,
  claimDigest,
  createPortage,
  getAppFeeBalances,
  prepareAppFeeClaim,
  type ClaimMessage,
  type PreparedAppFeeClaim,
} from '@portage/sdk';
import {
  createPublicClient,
  createWalletClient,
  custom,
  hashMessage,
  http,
  type EIP1193RequestFn,
  type Hex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContext } from '../src/createContext.js';
import { transfer } from '../src/demonstrations/transfer.js';
import { openSafe, type TestedSafe } from './safe/openSafe.js';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

/** Apps that claim their fees: keys, contracts of one and of five owners, and a mute one. */
let system: TestSystem;

const base = 8453;
/** Chain on which apps have their accounts: the first one of the configuration. */
const home = 10;
const share = 2_000_000n;
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const key = generatePrivateKey();
const app = privateKeyToAddress(key);
/** Contract that reverts whatever it is asked. */
let mute: Hex;
/** Contract that takes what its owner signs. */
let shared: Hex;
const owner = generatePrivateKey();
/** Wallet of five owners, of whom three sign. */
let safe: TestedSafe;

beforeAll(async () => {
  system = await useSystem();
  mute = await deployed(
    walletOf(system.privateKey(2)).deployContract({
      abi: [],
      bytecode: '0x6005600c60003960056000f360006000fd',
    }),
  );
  shared = await deployed(
    walletOf(system.privateKey(3)).deployContract({
      abi: testWalletAbi,
      bytecode: testWalletBytecode,
      args: [privateKeyToAddress(owner)],
    }),
  );
  safe = await openSafe(system, home);
  const context = createContext(system, 0, { signal: AbortSignal.timeout(testMsMax) });
  const recipients = [app, mute, shared, safe.address];
  const { status } = await transfer(context, {
    from: 'usdc@base',
    to: 'usdc@optimism',
    amount: '200',
    members: { appFees: recipients.map((recipient) => ({ recipient, fee: '100' })) },
  });
  expect(status).toBe('success');
  // Fees can be claimed once the chain of the payout calls it final.
  await eventually(
    () => prepare(app),
    () => true,
    { what: 'a claim', everyMs: 250 },
  );
});
afterAll(() => system.close());

const client = () => createPortage({ baseUrl: system.url }).client.extend(appFeeClaims());
const reader = (id: 8453 | 10 = base) =>
  createPublicClient({ transport: http(system.chain(id).rpcUrl) });
const fresh = (): Hex => privateKeyToAddress(generatePrivateKey());
const dollars = (holder: Hex): Promise<bigint> =>
  reader().readContract({
    address: system.usdc(base),
    abi: testUsdcAbi,
    functionName: 'balanceOf',
    args: [holder],
  });

/** Wallet of a key on the chain of apps. */
const walletOf = (privateKey: Hex) =>
  createWalletClient({
    account: privateKeyToAccount(privateKey),
    chain: system.devnet.client(home).chain,
    transport: http(system.chain(home).rpcUrl),
  });

/** Address of the contract that a transaction deploys. */
async function deployed(hash: Promise<Hex>): Promise<Hex> {
  const { contractAddress } = await reader(home).waitForTransactionReceipt({ hash: await hash });
  return contractAddress!;
}

const prepare = (
  wallet: string,
  changes: { readonly recipient?: string; readonly amount?: string } = {},
): Promise<PreparedAppFeeClaim> =>
  prepareAppFeeClaim(client(), {
    wallet,
    chainId: base,
    currency: system.usdc(base),
    recipient: fresh(),
    ...changes,
  });

const sign = (privateKey: Hex, digest: Uint8Array): Promise<Hex> =>
  privateKeyToAccount(privateKey).signMessage({ message: { raw: digest } });

async function post({ claimId }: Pick<ClaimMessage, 'claimId'>, signature: string) {
  const answer = await fetch(`${system.url}/execute/permits?signature=${signature}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'claim', requestId: claimId }),
  });
  const body = (await answer.json()) as { readonly code?: string };
  return [answer.status, body.code];
}

const statusOf = async ({ claimId }: Pick<ClaimMessage, 'claimId'>) =>
  (await fetch(`${system.url}/intents/status/v3?requestId=${claimId}`)).json() as Promise<{
    readonly status: string;
    readonly failReason: string;
    readonly txHashes: readonly Hex[];
  }>;

async function expectPaid({ message }: PreparedAppFeeClaim): Promise<void> {
  await expect.poll(async () => (await statusOf(message)).status).toBe('success');
  const { txHashes } = await statusOf(message);
  expect(txHashes).toHaveLength(1);
  const receipt = await reader().getTransactionReceipt({ hash: txHashes[0]! });
  expect(receipt.status).toBe('success');
  // Accounts here are hex.
  expect(await dollars(message.recipient as Hex)).toBe(BigInt(message.amount));
  expect(await system.books.audit()).toEqual([]);
}

test('P2, P5, P15: an attacker gets nothing (withdrawals#claim-once, withdrawals#claim-available, withdrawals#claim-least)', async () => {
  const prepared = await prepare(app);
  const { message, digest } = prepared;
  const own = await sign(key, digest);
  const flipped = (curveOrder - BigInt(`0x${own.slice(66, 130)}`)).toString(16).padStart(64, '0');
  const highS = `${own.slice(0, 66)}${flipped}${own.endsWith('1b') ? '1c' : '1b'}`;
  const altered = claimDigest({ ...message, recipient: fresh() });
  const elsewhere = claimDigest({ ...message, chainId: 10 });
  for (const signature of [
    highS,
    `${own.slice(0, 130)}${own.endsWith('1b') ? '00' : '01'}`,
    `${own}00`,
    `0x${'00'.repeat(65)}`,
    '0x',
    await sign(generatePrivateKey(), digest),
    await sign(system.privateKey(1), digest),
    await sign(key, altered),
    await sign(key, elsewhere),
    await sign(key, (await prepare(app)).digest),
    await privateKeyToAccount(key).signMessage({
      message: `0x${Buffer.from(digest).toString('hex')}`,
    }),
  ])
    expect([signature, ...(await post(message, signature))]).toEqual([
      signature,
      400,
      'INVALID_SIGNATURE',
    ]);
  expect(await post({ claimId: `0x${'ab'.repeat(32)}` }, own)).toEqual([404, 'UNKNOWN_REQUEST']);
  for (const [changes, code] of [
    [{ amount: (share + 1n).toString() }, 'INSUFFICIENT_FUNDS'],
    [{ amount: '0' }, 'INVALID_REQUEST'],
    [{ amount: '1' }, 'AMOUNT_TOO_LOW'],
    [{ recipient: 'nobody' }, 'INVALID_ADDRESS'],
  ] as const)
    await expect(prepare(app, changes)).rejects.toMatchObject({ code });
  const { balances } = await getAppFeeBalances(client(), app);
  expect(balances).toMatchObject([{ amount: share.toString() }]);
});

test('U8: a key claims a part and the rest, each once, and they are listed (withdrawals#claim-chainId, withdrawals#claim-currency, withdrawals#claim-recipient, withdrawals#claim-amount, withdrawals#claim-step, withdrawals#claim-data, withdrawals#claim-once, withdrawals#claim-end, withdrawals#claims-limit, withdrawals#claims-continuation, withdrawals#claims-list, withdrawals#claims-next, steps#authorize, steps#permits-kind)', async () => {
  const executor = createEvmExecutor({ wallet: walletOf(key) });
  const terms = { wallet: app, chainId: base, currency: system.usdc(base) };
  const stages: string[] = [];
  const recipient = fresh();
  const first = await client().claimAppFees(
    { ...terms, recipient, amount: '500000' },
    { executor, pollMs: 100, onProgress: ({ stage }) => stages.push(stage) },
  );
  expect(first.status).toMatchObject({ status: 'success', failReason: 'N/A', amountOut: '500000' });
  expect(stages.slice(0, 3)).toEqual(['prepared', 'signed', 'started']);
  expect(await dollars(recipient)).toBe(500_000n);
  const rest = await prepare(app);
  expect(rest.message.amount).toBe((share - 500_000n).toString());
  const signature = await sign(key, rest.digest);
  expect(await post(rest.message, signature)).toEqual([200, undefined]);
  expect([
    [200, undefined],
    [409, 'CLAIM_USED'],
  ]).toContainEqual(await post(rest.message, signature));
  await expectPaid(rest);
  expect(await post(rest.message, signature)).toEqual([409, 'CLAIM_USED']);
  const page = await client().getAppFeeClaims(app, { limit: 1 });
  expect(page.claims).toMatchObject([
    {
      claimId: rest.message.claimId,
      wallet: app.toLowerCase(),
      status: 'success',
      chainId: base,
      amount: rest.message.amount,
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
      createdAt: expect.stringMatching(/^2[0-9]{3}-.*Z$/) as string,
    },
  ]);
  const { continuation } = page;
  const last = await client().getAppFeeClaims(app, { limit: 1, continuation });
  expect(last.claims).toMatchObject([{ claimId: first.claimId }]);
  expect(last.continuation).toBeUndefined();
  await expect(client().getAppFeeClaims(app, { continuation: '1_x' })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
});

test('P2: a contract that reverts when it is asked claims nothing', async () => {
  const prepared = await prepare(mute);
  for (const signer of [key, system.privateKey(1)])
    expect(await post(prepared.message, await sign(signer, prepared.digest))).toEqual([
      400,
      'INVALID_SIGNATURE',
    ]);
});

test('P2: a contract claims by the signature that it takes (ERC-1271), and by no other', async () => {
  const prepared = await prepare(shared);
  expect(await post(prepared.message, await sign(key, prepared.digest))).toEqual([
    400,
    'INVALID_SIGNATURE',
  ]);
  expect(await post(prepared.message, await sign(owner, prepared.digest))).toEqual([
    200,
    undefined,
  ]);
  await expectPaid(prepared);
});

test('P15: a Safe claims a part by three owners through the SDK, and the rest by what it has signed on the chain', async () => {
  const claim = { wallet: safe.address, chainId: base, currency: system.usdc(base) };
  const recipient = fresh();
  const node = reader(home);
  const request: EIP1193RequestFn = async ({ method, params }) => {
    if (method !== 'personal_sign') return node.request({ method, params } as never) as never;
    const [raw] = params as [Hex];
    const ways = { 0: 'key', 1: 'personal', 4: 'contract' } as const;
    return (await safe.signAs(ways, hashMessage({ raw }))) as never;
  };
  const wallet = createWalletClient({ account: safe.address, transport: custom({ request }) });
  const { status } = await client().claimAppFees(
    { ...claim, recipient, amount: '500000' },
    { executor: createEvmExecutor({ wallet }), pollMs: 100 },
  );
  expect(status).toMatchObject({ status: 'success', amountOut: '500000' });
  expect(await dollars(recipient)).toBe(500_000n);
  const rest = await prepare(safe.address);
  expect(await post(rest.message, '0x')).toEqual([400, 'INVALID_SIGNATURE']);
  await safe.signOnChain(hashMessage({ raw: rest.digest }));
  expect(await post(rest.message, '0x')).toEqual([200, undefined]);
  await expectPaid(rest);
});
