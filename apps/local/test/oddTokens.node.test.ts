import { eventually } from '@portage/testing';
import { depositoryAbi, testOddUsdcAbi } from '@portage/contracts';
import { testOddUsdcBytecode } from '@portage/contracts/bytecode';
import type { Quote } from '@portage/core';
import { quoteSchema } from '@portage/core/schemas';
import {
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  encodeFunctionData,
  http,
  zeroAddress,
  type Hex,
  type PublicClient,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { evmChains } from './evmChains.js';
import { startTestSystem, type TestSystem } from './testSystem.js';
import { endOf, readStatus } from './endOf.js';

/**
 * Token that changes its behaviour while orders are under way, by cases M1 to M8. On both chains
 * new code replaces that of USDC, as an upgrade would. It takes fees, blocks accounts, pauses and
 * lies.
 */
let system: TestSystem;
type ChainId = 8453 | 10;
const clients = new Map<ChainId, PublicClient>();
const testAmount = 100_000_000n;

beforeAll(async () => {
  system = await startTestSystem({ chains: evmChains });
  for (const id of [8453, 10] as const) {
    clients.set(
      id,
      createPublicClient({ transport: http(system.chain(id).rpcUrl), pollingInterval: 50 }),
    );
    const { owner } = system.devnet.description.roles;
    const deployed = await act(id, {
      data: encodeDeployData({
        abi: testOddUsdcAbi,
        bytecode: testOddUsdcBytecode,
        args: [owner.address],
      }),
    });
    const bytecode = await at(id).getCode({ address: deployed.contractAddress! });
    await system.devnet.client(id).setCode({ address: system.usdc(id), bytecode: bytecode! });
  }
});
afterAll(() => system.close());
afterEach(async () => {
  for (const id of [8453, 10] as const) {
    await turn(id, 'setFee', [0n]);
    await turn(id, 'setPaused', [false]);
  }
  expect(await system.service.settlement.ledger.audit()).toEqual([]);
});

function at(id: ChainId): PublicClient {
  return clients.get(id)!;
}

async function act(
  id: ChainId,
  transaction: { readonly to?: Hex; readonly data: Hex; readonly value?: bigint },
  account = 9,
) {
  const wallet = createWalletClient({
    account: privateKeyToAccount(system.privateKey(account)),
    transport: http(system.chain(id).rpcUrl),
  });
  const receipt = await at(id).waitForTransactionReceipt({
    hash: await wallet.sendTransaction({ chain: null, ...transaction }),
  });
  expect(receipt.status).toBe('success');
  return receipt;
}

async function turn(
  id: ChainId,
  functionName: 'setFee' | 'setPaused' | 'setBlocked',
  args: readonly [bigint] | readonly [boolean] | readonly [Hex, boolean],
): Promise<void> {
  await act(id, {
    to: system.usdc(id),
    data: encodeFunctionData({ abi: testOddUsdcAbi, functionName, args }),
  });
}

function balance(id: ChainId, account: Hex): Promise<bigint> {
  return at(id).readContract({
    abi: testOddUsdcAbi,
    address: system.usdc(id),
    functionName: 'balanceOf',
    args: [account],
  });
}

interface Parties {
  readonly quote: Quote;
  readonly recipient: Hex;
  readonly refundTo: Hex;
}

/** Quote for a hundred USDC from one chain to the other, or for native currency. */
async function ask(
  account: number,
  currency: (id: ChainId) => Hex = (id) => system.usdc(id),
  amount = testAmount,
): Promise<Parties> {
  const [recipient, refundTo] = [
    privateKeyToAddress(generatePrivateKey()),
    privateKeyToAddress(generatePrivateKey()),
  ];
  const user = privateKeyToAccount(system.privateKey(account)).address;
  const body = {
    user,
    recipient,
    refundTo,
    originChainId: 8453,
    destinationChainId: 10,
    originCurrency: currency(8453),
    destinationCurrency: currency(10),
    amount: amount.toString(),
    tradeType: 'EXACT_INPUT',
  };
  const post = (): Promise<Response> =>
    fetch(`${system.url}/quote/v2`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const refusals: unknown[] = [];
  const ask = async (): Promise<Quote | undefined> => {
    const answer = await post();
    if (answer.status === 200) return quoteSchema.parse(await answer.json());
    refusals.push(await answer.json());
    return undefined;
  };
  // A token that turned is quoted again a few seconds after it pays again.
  const quote = await eventually(ask, (found) => found !== undefined, {
    what: 'a quote of the token',
    everyMs: 500,
  });
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ errorCode: 'ROUTE_TEMPORARILY_RESTRICTED' });
  return { quote, recipient, refundTo };
}

/** Makes every transaction of a quote. */
async function pay(account: number, quote: Quote): Promise<void> {
  for (const { data } of quote.steps.flatMap((step) => step.items))
    await act(
      8453,
      { to: data['to'] as Hex, data: data['data'] as Hex, value: BigInt(String(data['value'])) },
      account,
    );
}

async function expectRefunded({ quote, recipient, refundTo }: Parties): Promise<void> {
  expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'refund' });
  expect(await balance(10, recipient)).toBe(0n);
  expect(await balance(8453, refundTo)).toBeGreaterThan((testAmount * 90n) / 100n);
}

describe('a token that turns', () => {
  test('M6: a blocked recipient is not paid, and the deposit goes back', async () => {
    const parties = await ask(0);
    await turn(10, 'setBlocked', [parties.recipient, true]);
    await pay(0, parties.quote);
    await expectRefunded(parties);
  });

  test('M6: a blocked recipient of a refund as well is left to an operator, and no other order waits for it', async () => {
    const parties = await ask(1);
    await turn(10, 'setBlocked', [parties.recipient, true]);
    await turn(8453, 'setBlocked', [parties.refundTo, true]);
    await pay(1, parties.quote);
    expect(await endOf(system.url, parties.quote.requestId)).toMatchObject({ status: 'failure' });
    const other = await ask(2);
    await pay(2, other.quote);
    expect(await endOf(system.url, other.quote.requestId)).toMatchObject({ status: 'success' });
    expect((await balance(10, other.recipient)).toString()).toBe(
      other.quote.details.currencyOut.amount,
    );
  });

  test('M2: a token that takes a part of what is paid out: nothing is paid, and the deposit goes back', async () => {
    const parties = await ask(3);
    await turn(10, 'setFee', [100n]);
    await pay(3, parties.quote);
    await expectRefunded(parties);
  });

  test('M2: a token that takes a part of what is paid in: what arrived is credited, and goes back', async () => {
    const parties = await ask(4);
    await turn(8453, 'setFee', [100n]);
    await pay(4, parties.quote);
    expect(await endOf(system.url, parties.quote.requestId)).toMatchObject({
      status: 'refund',
      failReason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
    });
    const [row] = await system.service.database.query<{ amount: bigint }>(
      'select amount from deposits where hash_text(order_id) = $1',
      [parties.quote.protocol.v2!.orderId],
    );
    expect(row?.amount).toBe((testAmount * 99n) / 100n);
    expect(await balance(10, parties.recipient)).toBe(0n);
  });

  test('M7: a token that pauses holds up its own orders alone', async () => {
    const paused = await ask(5);
    const native = await ask(6, () => zeroAddress, 10n ** 17n);
    await turn(10, 'setPaused', [true]);
    await pay(5, paused.quote);
    await pay(6, native.quote);
    expect(await endOf(system.url, native.quote.requestId)).toMatchObject({ status: 'success' });
    await expectRefunded(paused);
  });

  test('M8: events that a token makes up are no deposit', async () => {
    const { quote, recipient } = await ask(7);
    const { orderId } = quote.protocol.v2!;
    const payer = privateKeyToAccount(system.privateKey(7)).address;
    const { depository } = system.chain(8453).contracts;
    const made = await act(8453, {
      to: system.usdc(8453),
      data: encodeFunctionData({
        abi: testOddUsdcAbi,
        functionName: 'pretend',
        args: [orderId as Hex, payer, depository, testAmount],
      }),
    });
    expect(made.logs.map(({ topics }) => topics[0])).toHaveLength(2);
    // A later honest deposit is seen, so the forged one before it was ignored.
    const honest = await ask(8);
    await pay(8, honest.quote);
    expect(await endOf(system.url, honest.quote.requestId)).toMatchObject({ status: 'success' });
    expect(await readStatus(system.url, quote.requestId)).toMatchObject({ status: 'waiting' });
    expect(
      await system.service.database.query('select 1 from deposits where hash_text(order_id) = $1', [
        orderId,
      ]),
    ).toEqual([]);
    expect(await balance(10, recipient)).toBe(0n);
  });

  test('M1, M8: what is not configured is not quoted, whatever it is called', async () => {
    const deployed = await act(8453, {
      data: encodeDeployData({
        abi: testOddUsdcAbi,
        bytecode: testOddUsdcBytecode,
        args: [privateKeyToAccount(system.privateKey(9)).address],
      }),
    });
    const user = privateKeyToAccount(system.privateKey(0)).address;
    for (const originCurrency of [
      deployed.contractAddress!,
      privateKeyToAddress(generatePrivateKey()),
    ]) {
      const body = {
        user,
        originChainId: 8453,
        destinationChainId: 10,
        originCurrency,
        destinationCurrency: system.usdc(10),
        amount: testAmount.toString(),
      };
      const answer = await fetch(`${system.url}/quote/v2`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({ errorCode: 'INVALID_INPUT_CURRENCY' }),
      ]);
    }
  });

  test('M8: a deposit of a fake token under an order stays apart', async () => {
    const { quote } = await ask(0);
    const { orderId } = quote.protocol.v2!;
    const owner = privateKeyToAccount(system.privateKey(9)).address;
    const fake = (
      await act(8453, {
        data: encodeDeployData({
          abi: testOddUsdcAbi,
          bytecode: testOddUsdcBytecode,
          args: [owner],
        }),
      })
    ).contractAddress!;
    const { depository } = system.chain(8453).contracts;
    await act(8453, {
      to: fake,
      data: encodeFunctionData({
        abi: testOddUsdcAbi,
        functionName: 'mint',
        args: [owner, testAmount],
      }),
    });
    await act(8453, {
      to: fake,
      data: encodeFunctionData({
        abi: testOddUsdcAbi,
        functionName: 'approve',
        args: [depository, testAmount],
      }),
    });
    await act(8453, {
      to: depository,
      data: encodeFunctionData({
        abi: depositoryAbi,
        functionName: 'depositErc20',
        args: [owner, fake, testAmount, orderId as Hex],
      }),
    });
    await pay(0, quote);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    expect(
      await system.service.database.query(
        'select outcome from deposits where hash_text(order_id) = $1 order by outcome',
        [orderId],
      ),
    ).toEqual([{ outcome: 'matched' }, { outcome: 'suspense' }]);
  });
});
