import { depositoryAbi, testWalletAbi } from '@portage/contracts';
import { testWalletBytecode } from '@portage/contracts/bytecode';
import { exchangeChain } from '@portage/devnet';
import { createPortage, withdrawals, type WithdrawalMessage, withdrawalDigest } from '@portage/sdk';
import {
  concat,
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  getContractAddress,
  http,
  pad,
  parseEther,
  serializeErc6492Signature,
  zeroAddress,
  type Hex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

/** Owners on an EVM chain that withdraw what no order takes: keys, and contracts. */
let system: TestSystem;

const base = 8453;
const amount = parseEther('0.05');
/** The deployer that every EVM chain has. */
const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C';

beforeAll(async () => {
  system = await useSystem();
});
afterAll(() => system.close());

const client = () => createPortage({ baseUrl: system.url }).client.extend(withdrawals());
const reader = () => createPublicClient({ transport: http(system.chain(base).rpcUrl) });
const keyOf = (index: number) => privateKeyToAccount(system.privateKey(index));

function walletOf(index: number) {
  return createWalletClient({
    account: keyOf(index),
    chain: system.devnet.client(base).chain,
    transport: http(system.chain(base).rpcUrl),
  });
}

async function mined(hash: Hex) {
  const receipt = await reader().waitForTransactionReceipt({ hash });
  expect(receipt.status).toBe('success');
  return receipt;
}

async function deposit(index: number, depositor: Hex): Promise<void> {
  await mined(
    await walletOf(index).writeContract({
      abi: depositoryAbi,
      address: system.chain(base).contracts.depository,
      functionName: 'depositNative',
      args: [depositor, pad(depositor, { size: 32 })],
      value: amount,
    }),
  );
}

interface Asked {
  readonly owner: string;
  readonly recipient: string;
  readonly amount?: bigint;
}

/** Prepares once the chain calls the deposit final. */
async function prepare({ owner, recipient, amount: wanted = amount }: Asked) {
  const terms = {
    chainId: 'base',
    ownerChainId: 'base',
    currency: zeroAddress,
    owner,
    recipient,
    amount: wanted.toString(),
  };
  let message: WithdrawalMessage | undefined;
  await expect
    .poll(async () => {
      message = await client()
        .prepareWithdrawal(terms)
        .catch(() => undefined);
      return message !== undefined;
    })
    .toBe(true);
  return message!;
}

async function sign(index: number, message: WithdrawalMessage): Promise<Hex> {
  return keyOf(index).signMessage({ message: { raw: withdrawalDigest(message) } });
}

async function expectPaid(jobId: string, { owner, recipient }: Asked): Promise<void> {
  const statusOf = () => client().getWithdrawalStatus(jobId);
  await expect.poll(async () => (await statusOf()).status).toBe('executed');
  const status = await statusOf();
  const paid = await reader().getBalance({ address: recipient as Hex }); // Accounts here are hex.
  expect(status).toMatchObject({
    status: 'executed',
    transaction: null,
    withdrawal: {
      chainId: 'base',
      currency: zeroAddress,
      owner,
      recipient: recipient.toLowerCase(),
    },
    reason: null,
  });
  expect(status.withdrawal?.['paidAmount']).toBe(paid.toString());
  expect(paid).toBeGreaterThan((amount * 9n) / 10n);
  expect(paid).toBeLessThan(amount);
  const receipt = await reader().getTransactionReceipt({ hash: status.txHash as Hex });
  expect(receipt.status).toBe('success');
  expect(await system.books.audit()).toEqual([]);
}

const fresh = (): Hex => privateKeyToAddress(generatePrivateKey());

test('a key withdraws its deposit (withdrawals#chainId, withdrawals#currency, withdrawals#amount, withdrawals#ownerChainId, withdrawals#owner, withdrawals#recipient, withdrawals#nonce, withdrawals#signature, withdrawals#additionalData, withdrawals#prepared, withdrawals#started, withdrawals#status, withdrawals#transaction, withdrawals#withdrawal, withdrawals#txHash, withdrawals#reason)', async () => {
  const owner = keyOf(5).address.toLowerCase();
  const asked = { owner, recipient: fresh() };
  await deposit(5, keyOf(5).address);
  const message = await prepare(asked);
  expect(message).toMatchObject({
    amount: amount.toString(),
    nonce: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
    additionalData: { fee: expect.stringMatching(/^[0-9]+$/) as string },
  });
  // Asked again, the answer is the same; signed by another account, it is worth nothing.
  const signature = await sign(6, message);
  await expect(client().executeWithdrawal({ ...message, signature })).rejects.toMatchObject({
    code: 'INVALID_SIGNATURE',
  });
  const answer = await fetch(`${system.url}/withdrawals/request`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
  expect(answer.status).toBe(400);
  const own = await sign(5, message);
  const jobId = await client().executeWithdrawal({ ...message, signature: own });
  expect(await client().executeWithdrawal({ ...message, signature: own })).toBe(jobId);
  await expectPaid(jobId, asked);
  await expect(client().getWithdrawalStatus(`0x${'00'.repeat(32)}`)).rejects.toMatchObject({
    code: 'UNKNOWN_REQUEST',
  });
});

test('a second withdrawal of a balance waits for the first (withdrawals#started)', async () => {
  const owner = keyOf(7).address.toLowerCase();
  await deposit(7, keyOf(7).address);
  const first = await prepare({ owner, recipient: fresh(), amount: amount / 2n });
  const second = await prepare({ owner, recipient: fresh(), amount: amount / 4n });
  const jobId = await client().executeWithdrawal({ ...first, signature: await sign(7, first) });
  const refused = await fetch(`${system.url}/withdrawals/request`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...second, signature: await sign(7, second) }),
  });
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { errorCode: 'WITHDRAWAL_IN_PROGRESS', errorData: { existingJobId: jobId } },
  ]);
  await expect
    .poll(async () => (await client().getWithdrawalStatus(jobId)).status)
    .toBe('executed');
});

test('P2: a contract withdraws by the signature that it takes (ERC-1271), and by no other', async () => {
  const { contractAddress } = await mined(
    await walletOf(8).deployContract({
      abi: testWalletAbi,
      bytecode: testWalletBytecode,
      args: [keyOf(8).address],
    }),
  );
  const asked = { owner: contractAddress!.toLowerCase(), recipient: fresh() };
  await deposit(8, contractAddress!);
  const message = await prepare(asked);
  const signature = await sign(8, message);
  const setLocked = async (value: boolean) =>
    mined(
      await walletOf(8).writeContract({
        abi: testWalletAbi,
        address: contractAddress!,
        functionName: 'setLocked',
        args: [value],
      }),
    );
  await setLocked(true);
  for (const tried of [signature, await sign(9, message)])
    await expect(
      client().executeWithdrawal({ ...message, signature: tried }),
    ).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' });
  await setLocked(false);
  await expectPaid(await client().executeWithdrawal({ ...message, signature }), asked);
});

test.each([
  ['reverts', '0x5f5ffd'],
  ['burns all gas that it gets', '0x5b5f56'],
  ['answers with a megabyte', '0x620fffff5ff3'],
  ['answers nothing', '0x00'],
] as const)('P2: a contract that %s signs nothing', async (_, runtime) => {
  const size = (runtime.length - 2) / 2;
  // Returns the code behind itself.
  const code: Hex = `0x60${size.toString(16).padStart(2, '0')}600a5f3960${size.toString(16).padStart(2, '0')}5ff3${runtime.slice(2)}`;
  const { contractAddress } = await mined(await walletOf(2).sendTransaction({ data: code }));
  expect(await reader().getCode({ address: contractAddress! })).toBe(runtime);
  await deposit(2, contractAddress!);
  const message = await prepare({ owner: contractAddress!.toLowerCase(), recipient: fresh() });
  for (const signature of [await sign(2, message), `0x${'00'.repeat(65)}` as const])
    await expect(client().executeWithdrawal({ ...message, signature })).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
    });
  await expect(client().getWithdrawalStatus(message.nonce)).rejects.toMatchObject({
    code: 'UNKNOWN_REQUEST',
  });
});

test('P2: a contract that is not deployed yet withdraws (ERC-6492)', async () => {
  const salt = pad('0x01', { size: 32 });
  const bytecode = encodeDeployData({
    abi: testWalletAbi,
    bytecode: testWalletBytecode,
    args: [keyOf(4).address],
  });
  const address = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode });
  expect(await reader().getCode({ address })).toBeUndefined();
  expect(await reader().getCode({ address: factory })).not.toBeUndefined();
  const asked = { owner: address.toLowerCase(), recipient: fresh() };
  await deposit(4, address);
  const message = await prepare(asked);
  const wrap = (signature: Hex, data: Hex): Hex =>
    serializeErc6492Signature({ address: factory, data, signature });
  const data = concat([salt, bytecode]);
  const own = await sign(4, message);
  for (const signature of [
    own,
    wrap(await sign(3, message), data),
    wrap(own, concat([pad('0x02', { size: 32 }), bytecode])),
  ])
    await expect(client().executeWithdrawal({ ...message, signature })).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
    });
  const signature = wrap(own, data);
  await expectPaid(await client().executeWithdrawal({ ...message, signature }), asked);
});

test('an account that the exchange does not have is not paid (withdrawals#recipient)', async () => {
  const [owner] = exchangeChain(system.devnet.description).accounts;
  const terms = {
    chainId: 'lighter',
    ownerChainId: 'lighter',
    currency: '0',
    amount: '5000000',
    owner: String(owner?.accountIndex),
    recipient: '281474976710000',
  };
  await expect(client().prepareWithdrawal(terms)).rejects.toMatchObject({
    code: 'INVALID_RECIPIENT',
  });
});
