import { testUsdcAbi } from '@portage/contracts';
import { isPortageError, type Step } from '@portage/core';
import type { TaskContext } from '@portage/core/executor';
import {
  createWalletClient,
  custom,
  encodeFunctionData,
  http,
  serializeErc6492Signature,
  type Hex,
  type WalletClient,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../../../service/evm-chain/test/accounts.js';
import { deployChain, type TestChain } from '../../../service/evm-chain/test/deployChain.js';
import { batchingWallet, poisonedWallet, replacingWallet, type RpcRequest } from '@portage/testing';
import { createDeposits } from '../../../service/evm-chain/src/deposit/createDeposits.js';
import { createEvmExecutor } from './index.js';

const native = '0x0000000000000000000000000000000000000000';
const orderId = `0x${'ab'.repeat(32)}`;
const user = accounts.user.address.toLowerCase();

let node: TestChain;
let wallet: WalletClient;

beforeAll(async () => {
  node = await deployChain();
  wallet = createWalletClient({
    account: accounts.user,
    chain: node.chain,
    transport: http(node.rpcUrl),
  });
});
afterAll(() => node.stop());

function steps(currency: string, amount: bigint, fee = 3_000_000_000n): readonly Step[] {
  const fees = () => ({ maxFeePerGas: fee, maxPriorityFeePerGas: 1_000_000n });
  return createDeposits({
    chainId: 8453,
    chainName: 'base',
    depository: node.depository.toLowerCase(),
    symbolOf: () => 'X',
    fees,
  }).steps({ requestId: orderId, orderId, payer: user, currency, amount });
}

function context(): TaskContext & { replaced: string[]; compared: string[]; abort: () => void } {
  const stop = new AbortController();
  const replaced: string[] = [];
  const compared: string[] = [];
  return {
    compared,
    onCompared: (comparison) => void compared.push(comparison),
    signal: stop.signal,
    replaced,
    onReplaced: (txId) => void replaced.push(txId),
    abort: () => stop.abort(),
  };
}

/** Asks the node as a wallet that holds its keys. */
const nodeRequest: RpcRequest = ({ method, params = [] }) => node.rpc(method, params);

/** A wallet client on top of the questions of EIP-1193. */
const walletOf = (request: RpcRequest): WalletClient =>
  createWalletClient({
    account: accounts.user.address,
    chain: node.chain,
    transport: custom({ request }, { retryCount: 0 }),
  });

const allowance = () =>
  node.client.readContract({
    abi: testUsdcAbi,
    address: node.usdc,
    functionName: 'allowance',
    args: [accounts.user.address, node.depository],
  });
const balance = (account: Hex) =>
  node.client.readContract({
    abi: testUsdcAbi,
    address: node.usdc,
    functionName: 'balanceOf',
    args: [account],
  });

describe('evm executor on a real node', () => {
  it('V3: approves the exact amount, deposits it, and finds the approval done the second time', async () => {
    const executor = createEvmExecutor({ wallet, pollMs: 50 });
    const [approve, deposit] = steps(node.usdc.toLowerCase(), 7_000_000n);
    const approval = executor.claim(approve!.items[0]!, approve!)!;
    expect(await approval.isDone?.(context())).toBe(false);
    await approval.confirm?.(await approval.submit(context()), context());
    expect(await allowance()).toBe(7_000_000n);
    expect(await approval.isDone?.(context())).toBe(true);
    const task = executor.claim(deposit!.items[0]!, deposit!)!;
    await task.confirm?.(await task.submit(context()), context());
    expect(await allowance()).toBe(0n);
    expect(await balance(node.depository)).toBe(7_000_000n);
  });

  it('S4: sends nothing where the allowance has been used, and says what to do', async () => {
    const executor = createEvmExecutor({ wallet, pollMs: 20 });
    const [, deposit] = steps(node.usdc.toLowerCase(), 7_000_000n);
    const sent = await node.client.getTransactionCount({ address: accounts.user.address });
    const task = executor.claim(deposit!.items[0]!, deposit!)!;
    await expect(task.submit(context())).rejects.toMatchObject({
      code: 'TRANSACTION_REVERTED',
      message: expect.stringContaining('may take 0 of') as string,
      hint: expect.stringContaining('ask for a new quote') as string,
      context: { sent: false },
    });
    expect(await node.client.getTransactionCount({ address: accounts.user.address })).toBe(sent);
  });

  it('tells the reason of a revert before the wallet is asked', async () => {
    const executor = createEvmExecutor({ wallet, pollMs: 50 });
    const [step] = steps(native, 0n);
    const sent = await node.client.getTransactionCount({ address: accounts.user.address });
    await expect(executor.claim(step!.items[0]!, step!)!.submit(context())).rejects.toMatchObject({
      code: 'TRANSACTION_REVERTED',
      message: 'The transaction would revert: the amount is zero.',
    });
    expect(await node.client.getTransactionCount({ address: accounts.user.address })).toBe(sent);
  });

  it('asks for what a transaction takes, where its step says too little or nothing', async () => {
    const executor = createEvmExecutor({ wallet, pollMs: 50 });
    for (const gas of ['30000', undefined, '900000']) {
      const [step] = steps(native, 3n);
      const task = executor.claim(
        { status: 'incomplete', data: { ...step!.items[0]!.data, gas } },
        step!,
      )!;
      const submission = await task.submit(context());
      await task.confirm!(submission, context());
      if (submission.type !== 'transaction') throw new Error('A transaction was sent.');
      const { gas: asked } = await node.client.getTransaction({ hash: submission.txId as Hex });
      const { gasUsed } = await node.client.getTransactionReceipt({ hash: submission.txId as Hex });
      if (gas === '900000') expect(asked).toBe(900_000n);
      else expect(asked).toBeGreaterThan((gasUsed * 12n) / 10n);
    }
  });

  it('leaves fees and gas that are far above what the chain asks to the wallet', async () => {
    const executor = createEvmExecutor({ wallet, pollMs: 50 });
    const sentWith = async (more: Readonly<Record<string, string>>) => {
      const [step] = steps(native, 3n);
      const task = executor.claim(
        { status: 'incomplete', data: { ...step!.items[0]!.data, ...more } },
        step!,
      )!;
      const submission = await task.submit(context());
      await task.confirm!(submission, context());
      if (submission.type !== 'transaction') throw new Error('A transaction was sent.');
      const hash = submission.txId as Hex;
      const {
        maxFeePerGas = 0n,
        maxPriorityFeePerGas = 0n,
        gas,
      } = await node.client.getTransaction({ hash });
      return { maxFeePerGas, maxPriorityFeePerGas, gas };
    };
    const price = await node.client.getGasPrice();
    const modest = await sentWith({
      maxFeePerGas: (price * 3n).toString(),
      maxPriorityFeePerGas: '1000',
    });
    expect(modest).toMatchObject({ maxFeePerGas: price * 3n, maxPriorityFeePerGas: 1_000n });
    const greedy = await sentWith({
      maxFeePerGas: (10n ** 13n).toString(),
      maxPriorityFeePerGas: (10n ** 12n).toString(),
      gas: '30000000',
    });
    expect(greedy.maxPriorityFeePerGas).toBeLessThan(10n ** 11n);
    expect(greedy.maxFeePerGas).toBeLessThan(10n ** 11n);
    expect(greedy.gas).toBe(2_000_000n);
    expect((await sentWith({ maxFeePerGas: 'much' })).maxFeePerGas).toBeLessThan(10n ** 11n);
  });

  it.each([
    ['native currency', native, 10n ** 30n, 0],
    ['a token, before it is approved', 'usdc', 10n ** 20n, 0],
    ['a token, before it is paid', 'usdc', 10n ** 20n, 1],
  ] as const)('says that there is too little of %s', async (_, currency, amount, at) => {
    const sent = await node.client.getTransactionCount({ address: accounts.user.address });
    const step = steps(currency === 'usdc' ? node.usdc.toLowerCase() : currency, amount)[at]!;
    await expect(
      createEvmExecutor({ wallet }).claim(step.items[0]!, step)!.submit(context()),
    ).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS', context: { needed: amount.toString() } });
    expect(await node.client.getTransactionCount({ address: accounts.user.address })).toBe(sent);
  });

  it('leaves to the wallet what an endpoint does not tell', async () => {
    const asked: string[] = [];
    const request = async ({
      method,
      params = [],
    }: {
      method: string;
      params?: readonly unknown[];
    }): Promise<unknown> => {
      asked.push(method);
      if (['eth_call', 'eth_getBalance', 'eth_estimateGas'].includes(method))
        throw Object.assign(new Error('busy'), { code: -32005 });
      return node.rpc(method, params);
    };
    const [step] = steps(native, 3n);
    const deaf = createWalletClient({
      account: accounts.user.address,
      chain: node.chain,
      transport: custom({ request }, { retryCount: 0 }),
    });
    const task = createEvmExecutor({ wallet: deaf, pollMs: 50 }).claim(step!.items[0]!, step!)!;
    await task.confirm!(await task.submit(context()), context());
    expect(asked).toContain('eth_estimateGas');
  });

  it.each([
    ['a higher fee', 'speedUp'],
    ['a cancellation', 'cancel'],
  ] as const)('notices %s by another transaction of the same nonce', async (_, how) => {
    const answered: string[] = [];
    const replacing = replacingWallet(nodeRequest);
    const noting = walletOf(async (question) => {
      const answer = await replacing.request(question);
      answered.push(question.method);
      return answer;
    });
    const executor = createEvmExecutor({ wallet: noting, pollMs: 50 });
    await node.rpc('evm_setIntervalMining', [0]);
    const [step] = steps(native, 5n);
    const task = executor.claim(step!.items[0]!, step!)!;
    const submission = await task.submit(context());
    const own = context();
    answered.length = 0;
    const confirmed = task.confirm!(submission, own).then(
      () => 'confirmed',
      (error: unknown) => (isPortageError(error) ? error.code : 'UNEXPECTED'),
    );
    // It knows the transaction now, and that its nonce is not used.
    await expect.poll(() => answered).toContain('eth_getTransactionCount');
    const other = await replacing[how]();
    await node.rpc('evm_mine');
    await node.rpc('evm_setIntervalMining', [1]);
    expect(await confirmed).toBe(how === 'speedUp' ? 'confirmed' : 'TRANSACTION_CANCELLED');
    expect(own.replaced).toEqual(how === 'speedUp' ? [other] : []);
  });

  describe('with a page that changes what was verified on its way to the wallet', () => {
    const thief = accounts.other.address.toLowerCase();

    it.each([
      ['recipient', { to: thief, data: '0x' }],
      ['value', { value: '0x2' }],
      ['data', { data: `0x${'12'.repeat(4)}`, to: thief }],
    ])('says at once that the %s is another one', async (member, poison) => {
      const request = poisonedWallet(nodeRequest, () => poison);
      const executor = createEvmExecutor({ wallet: walletOf(request), pollMs: 50 });
      const [step] = steps(native, 5n);
      const task = executor.claim(step!.items[0]!, step!)!;
      const submission = await task.submit(context());
      const found: unknown = await task.confirm!(submission, context()).catch((e: unknown) => e);
      if (!isPortageError(found, 'TRANSACTION_ALTERED')) throw found;
      const differences = found.context.differences?.map((difference) => difference.member);
      expect(differences).toContain(member);
      expect(found.context.txId).toBe(submission.type === 'transaction' ? submission.txId : '');
      // Another process that goes on with the progress says so as well.
      const later = createEvmExecutor({ wallet, pollMs: 50 }).claim(step!.items[0]!, step!)!;
      await expect(later.confirm!(submission, context())).rejects.toMatchObject({
        code: 'TRANSACTION_ALTERED',
      });
    });

    it('says that an approval is for another spender', async () => {
      const request = poisonedWallet(nodeRequest, ({ data }) => ({
        data: `${String(data).slice(0, 34)}${thief.slice(2)}${String(data).slice(74)}`,
      }));
      const executor = createEvmExecutor({ wallet: walletOf(request), pollMs: 50 });
      const [approve] = steps(node.usdc.toLowerCase(), 7_000_000n);
      const task = executor.claim(approve!.items[0]!, approve!)!;
      const submission = await task.submit(context());
      await expect(task.confirm!(submission, context())).rejects.toMatchObject({
        code: 'TRANSACTION_ALTERED',
        context: { differences: [{ member: 'data' }] },
      });
    });
  });

  it('says when a mined transaction reverted', async () => {
    const executor = createEvmExecutor({ wallet, pollMs: 50 });
    const [step] = steps(native, 8n);
    const item = step!.items[0]!;
    const hash = await wallet.sendTransaction({
      account: accounts.user,
      chain: node.chain,
      to: node.depository,
      data: item.data['data'] as Hex,
      value: 8n,
      gas: 30_000n,
    });
    const task = executor.claim(item, step!)!;
    await expect(
      task.confirm!({ type: 'transaction', chainId: 8453, txId: hash }, context()),
    ).rejects.toMatchObject({ code: 'TRANSACTION_REVERTED' });
  });

  it('survives an endpoint that fails while it waits', async () => {
    let failures = 0;
    const flaky = custom(
      {
        request: ({ method, params }: { method: string; params?: readonly unknown[] }) => {
          if (method === 'eth_getTransactionReceipt' && failures < 4) {
            failures += 1;
            return Promise.reject(new Error('connection reset'));
          }
          return node.rpc(method, params);
        },
      },
      { retryCount: 0 },
    );
    const executor = createEvmExecutor({
      wallet: createWalletClient({ account: accounts.user, chain: node.chain, transport: flaky }),
      pollMs: 20,
    });
    const [step] = steps(native, 9n);
    const task = executor.claim(step!.items[0]!, step!)!;
    await task.confirm!(await task.submit(context()), context());
    expect(failures).toBe(4);
  });

  it('V8: refuses to act on another chain or for another account', async () => {
    const other = await deployChain({ chainId: 10, slug: 'optimism' });
    try {
      const stray = createWalletClient({
        account: accounts.user,
        chain: other.chain,
        transport: http(other.rpcUrl),
      });
      const [step] = steps(native, 1n);
      const task = createEvmExecutor({ wallet: stray }).claim(step!.items[0]!, step!)!;
      await expect(task.submit(context())).rejects.toMatchObject({ code: 'WRONG_CHAIN' });
      const somebody = createWalletClient({
        account: accounts.other,
        chain: node.chain,
        transport: http(node.rpcUrl),
      });
      await expect(
        createEvmExecutor({ wallet: somebody }).claim(step!.items[0]!, step!)!.submit(context()),
      ).rejects.toMatchObject({ code: 'WALLET_ERROR' });
    } finally {
      await other.stop();
    }
  });

  it('V3: sets an allowance to zero first, where the token refuses to change it', async () => {
    // balanceOf: all there is; approve: revert when both the old and the new allowance are set,
    // else store; anything else: the allowance.
    const token = `0x${'de'.repeat(20)}`;
    await node.rpc('anvil_setCode', [
      token,
      '0x60003560e01c6370a0823114604b5760003560e01c63095ea7b31460295760005460005260206000f35b602435801515600054151516604657600055600160005260206000f35b600080fd5b5f195f5260205ff3',
    ]);
    const executor = createEvmExecutor({ wallet, pollMs: 50 });
    for (const [amount, transactions] of [
      [5n, 1],
      [9n, 2],
    ] as const) {
      const before = await node.client.getTransactionCount({ address: accounts.user.address });
      const [approve] = steps(token, amount);
      const task = executor.claim(approve!.items[0]!, approve!)!;
      await task.confirm!(await task.submit(context()), context());
      expect(await node.client.getTransactionCount({ address: accounts.user.address })).toBe(
        before + transactions,
      );
      expect(BigInt((await node.rpc('eth_getStorageAt', [token, '0x0', 'latest'])) as string)).toBe(
        amount,
      );
    }
  });

  describe('with a wallet that takes batches', () => {
    /** Wallet that carries out a batch on the real node. */
    function smartWallet(capabilities?: () => Promise<unknown>, request = nodeRequest) {
      const smart = batchingWallet(request, { chainId: 8453, capabilities });
      return { ...smart, wallet: walletOf(smart.request) };
    }
    const claimed = () =>
      steps(node.usdc.toLowerCase(), 2_000_000n).map((step) => ({ step, item: step.items[0]! }));

    it('hands over approval and deposit together, and tells which transaction came of it', async () => {
      const smart = smartWallet();
      const before = await balance(node.depository);
      const task = (await createEvmExecutor({ wallet: smart.wallet, pollMs: 50 }).claimAll?.(
        claimed(),
      ))!;
      expect(task.effects().map((effect) => effect.type)).toEqual(['approval', 'deposit']);
      const own = context();
      const submission = await task.submit(own);
      expect(submission).toEqual({ type: 'transaction', chainId: 8453, txId: 'calls:batch-1' });
      await task.confirm!(submission, own);
      expect(own.replaced).toEqual([smart.batches.get('batch-1')!.at(-1)]);
      expect(await balance(node.depository)).toBe(before + 2_000_000n);
    });

    it('is paid once by a batch that the wallet called failed, and that landed', async () => {
      const smart = batchingWallet(nodeRequest, { chainId: 8453, falseFailures: 3 });
      const executor = createEvmExecutor({ wallet: walletOf(smart.request), pollMs: 50 });
      const before = await balance(node.depository);
      const task = (await executor.claimAll?.(claimed()))!;
      const own = context();
      await task.confirm!(await task.submit(own), own);
      expect(own.replaced).toEqual([smart.batches.get('batch-1')!.at(-1)]);
      expect(own.compared).toEqual(['same']);
      expect(await balance(node.depository)).toBe(before + 2_000_000n);
    });

    it('says that a call of a batch is another one than was verified', async () => {
      const thief = accounts.other.address;
      const data = encodeFunctionData({
        abi: testUsdcAbi,
        functionName: 'transfer',
        args: [thief, 2_000_000n],
      });
      const { request } = smartWallet();
      const executor = createEvmExecutor({
        pollMs: 50,
        wallet: walletOf(
          poisonedWallet(request, ({ to }) =>
            String(to).toLowerCase() === node.depository.toLowerCase()
              ? { to: node.usdc, data }
              : {},
          ),
        ),
      });
      const task = (await executor.claimAll?.(claimed()))!;
      const submission = await task.submit(context());
      await expect(task.confirm!(submission, context())).rejects.toMatchObject({
        code: 'TRANSACTION_ALTERED',
      });
    });

    it('is not asked where the step is for another account', async () => {
      const smart = smartWallet();
      const others = claimed().map(({ step, item }) => ({
        step,
        item: { ...item, data: { ...item.data, from: accounts.other.address } },
      }));
      expect(await createEvmExecutor({ wallet: smart.wallet }).claimAll?.(others)).toBeUndefined();
    });

    it('is not asked for more than the account holds', async () => {
      const smart = smartWallet();
      const items = steps(node.usdc.toLowerCase(), 10n ** 20n).map((step) => ({
        step,
        item: step.items[0]!,
      }));
      const task = (await createEvmExecutor({ wallet: smart.wallet, pollMs: 50 }).claimAll?.(
        items,
      ))!;
      await expect(task.submit(context())).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
      expect(smart.asked).not.toContain('wallet_sendCalls');
    });

    it.each([
      ['says nothing about it', async () => ({})],
      [
        'does not know the question',
        () => Promise.reject(Object.assign(new Error('no such method'), { code: -32601 })),
      ],
      ['never answers', () => new Promise<never>(() => undefined)],
    ])('asks for one transaction after the other when the wallet %s', async (_, capabilities) => {
      const smart = smartWallet(capabilities);
      expect(
        await createEvmExecutor({ wallet: smart.wallet }).claimAll?.(claimed()),
      ).toBeUndefined();
      expect(smart.asked).toContain('wallet_getCapabilities');
    });

    it('does not even ask when it was told not to', () => {
      expect(
        createEvmExecutor({ wallet: smartWallet().wallet, batch: 'never' }),
      ).not.toHaveProperty('claimAll');
    });
  });

  describe('with a wallet that is a contract', () => {
    const sign = {
      signatureKind: 'eip712',
      primaryType: 'Note',
      domain: { name: 'note', chainId: 8453 },
      types: { Note: [{ name: 'text', type: 'string' }] },
      value: { text: 'hello' },
    };
    const step: Step = {
      id: 'authorize',
      action: 'Sign',
      description: 'Sign',
      kind: 'signature',
      items: [
        {
          status: 'incomplete',
          data: { sign, post: { endpoint: '/execute/permits', method: 'POST', body: {} } },
        },
      ],
    };
    const account: Hex = `0x${'5c'.repeat(20)}`;
    const inner: Hex = `0x${'ab'.repeat(100)}`;
    const wrapped = serializeErc6492Signature({
      address: `0x${'fa'.repeat(20)}`,
      data: '0x1234',
      signature: inner,
    });
    const walletOf = (signature: Hex): WalletClient => {
      const request = async ({
        method,
        params = [],
      }: {
        method: string;
        params?: readonly unknown[];
      }): Promise<unknown> =>
        method === 'eth_signTypedData_v4' ? signature : node.rpc(method, params);
      return createWalletClient({ account, chain: node.chain, transport: custom({ request }) });
    };
    const submit = (signature: Hex) =>
      createEvmExecutor({ wallet: walletOf(signature) })
        .claim(step.items[0]!, step)!
        .submit(context());

    it('passes its signature on, however long it is', async () => {
      expect(await submit(inner)).toEqual({ type: 'signature', signature: inner });
    });

    it('that is not there yet, asks to open the account first', async () => {
      await expect(submit(wrapped)).rejects.toMatchObject({
        code: 'WALLET_ERROR',
        message: expect.stringContaining('not deployed') as string,
      });
    });

    it('that is there by now, takes off what would have deployed it', async () => {
      await node.rpc('anvil_setCode', [account, '0x00']);
      expect(await submit(wrapped)).toEqual({ type: 'signature', signature: inner });
    });

    it('that wraps nothing in it, is refused', async () => {
      await expect(submit(`0x${'6492'.repeat(16)}`)).rejects.toMatchObject({
        code: 'WALLET_ERROR',
      });
    });
  });

  it('stops waiting when it is aborted', async () => {
    const executor = createEvmExecutor({ wallet, pollMs: 50 });
    const [step] = steps(native, 1n);
    const own = context();
    const waiting = executor.claim(step!.items[0]!, step!)!.confirm!(
      { type: 'transaction', chainId: 8453, txId: `0x${'11'.repeat(32)}` },
      own,
    );
    const outcome = expect(waiting).rejects.toMatchObject({ code: 'EXECUTION_ABORTED' });
    own.abort();
    await outcome;
  });
});
