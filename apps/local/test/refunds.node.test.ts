import { eventually } from '@portage/testing';
import { depositoryAbi, testUsdcAbi } from '@portage/contracts';
import type { Quote } from '@portage/core';
import { quoteSchema, requestsResponseSchema } from '@portage/core/schemas';
import { withDearGas as dearGas } from '@portage/devnet';
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  http,
  pad,
  zeroAddress,
  type Hex,
  type PublicClient,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evmChains } from './evmChains.js';
import { startTestSystem, type TestSystem } from './testSystem.js';
import { endOf } from './endOf.js';

/**
 * Deposits that do not match their order, on real chains. Each has a defined end, and the ledger
 * agrees with the vaults.
 */
let system: TestSystem;
let origin: PublicClient;
let destination: PublicClient;

const ether = 10n ** 18n;
const testAmount = ether / 10n;

beforeAll(async () => {
  system = await startTestSystem({ chains: evmChains });
  origin = createPublicClient({ transport: http(system.chain(8453).rpcUrl), pollingInterval: 50 });
  destination = createPublicClient({ transport: http(system.chain(10).rpcUrl) });
});
afterAll(async () => {
  await system.close();
});

interface Parties {
  readonly quote: Quote;
  readonly recipient: Hex;
  readonly refundTo: Hex;
}

async function ask(
  account: number,
  members: Readonly<Record<string, unknown>> = {},
): Promise<Parties> {
  const recipient = privateKeyToAddress(generatePrivateKey());
  const refundTo = privateKeyToAddress(generatePrivateKey());
  const user = privateKeyToAccount(system.privateKey(account)).address;
  const body = {
    user,
    recipient,
    refundTo,
    originChainId: 8453,
    destinationChainId: 10,
    amount: testAmount.toString(),
    ...members,
  };
  const answer = await fetch(`${system.url}/quote/v2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return { quote: quoteSchema.parse(await answer.json()), recipient, refundTo };
}

function wallet(account: number) {
  return createWalletClient({
    account: privateKeyToAccount(system.privateKey(account)),
    transport: http(system.chain(8453).rpcUrl),
  });
}

async function depositNative(account: number, orderId: string, amount: bigint): Promise<void> {
  const sender = wallet(account);
  const hash = await sender.writeContract({
    chain: null,
    address: system.chain(8453).contracts.depository,
    abi: depositoryAbi,
    functionName: 'depositNative',
    args: [sender.account.address, orderId as Hex],
    value: amount,
  });
  expect((await origin.waitForTransactionReceipt({ hash })).status).toBe('success');
}

/**
 * Waits until origin blocks are later than orders with a `ttl` of one second. A chain's clock may
 * run behind ours.
 */
async function untilLate(): Promise<void> {
  const fillBy = Date.now() + 1_000;
  await eventually(
    async () => Number((await origin.getBlock()).timestamp) * 1_000,
    (value) => value > fillBy,
    { what: 'a block that is late' },
  );
}

/** Keeps the gas price of the destination high while something runs. */
const withDearGas = (gwei: bigint, run: () => Promise<void>): Promise<void> =>
  dearGas(system.devnet, { chainId: 10, weiPerGas: gwei * 10n ** 9n }, run);

/** Refund: the deposit less the gas of paying it back. */
function expectRefund(got: bigint, paid: bigint): void {
  expect(got).toBeGreaterThan((paid * 98n) / 100n);
  expect(got).toBeLessThanOrEqual(paid);
}

/** Fees of a request as they were booked, smallest units; undefined until they are known. */
async function bookedFees(
  requestId: string,
): Promise<Readonly<Record<'gas' | 'total' | 'spent', bigint>> | undefined> {
  const answer = await fetch(`${system.url}/requests/v2?id=${requestId}`);
  const [entry] = requestsResponseSchema.parse(await answer.json()).requests;
  if (entry?.data.fees === undefined) return undefined;
  const { gas, fixed, price, gateway } = entry.data.fees;
  return {
    gas: BigInt(gas),
    total: [gas, fixed, price, gateway].reduce((sum, part) => sum + BigInt(part), 0n),
    spent: entry.data.outTxs.reduce((sum, { fee }) => sum + BigInt(fee ?? 0), 0n),
  };
}

describe('a deposit that does not fit its order', () => {
  test('D2, short: refunded', async () => {
    const { quote, recipient, refundTo } = await ask(0);
    await depositNative(0, quote.protocol.v2!.orderId, testAmount - 1n);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({
      status: 'refund',
      failReason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
    });
    const refunded = await origin.getBalance({ address: refundTo });
    expectRefund(refunded, testAmount - 1n);
    expect(await destination.getBalance({ address: recipient })).toBe(0n);
    // The fees are the part that did not come back; gas is the chain's part of them.
    await eventually(
      () => bookedFees(quote.requestId),
      (value) => value !== undefined,
      { what: 'the refund is booked' },
    );
    const fees = (await bookedFees(quote.requestId))!;
    expect(fees.total).toBe(testAmount - 1n - refunded);
    expect(fees.gas).toBe(fees.spent);
  });

  test('D3, over: filled with the quoted amount, the excess refunded', async () => {
    const { quote, recipient, refundTo } = await ask(1);
    await depositNative(1, quote.protocol.v2!.orderId, testAmount + ether);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    expect((await destination.getBalance({ address: recipient })).toString()).toBe(
      quote.details.currencyOut.amount,
    );
    await eventually(
      () => origin.getBalance({ address: refundTo }),
      (value) => value > 0n,
      { what: 'the excess arrives' },
    );
    const refunded = await origin.getBalance({ address: refundTo });
    expectRefund(refunded, ether);
    const kept = testAmount + ether - BigInt(quote.details.currencyOut.amount) - refunded;
    await eventually(
      async () => (await bookedFees(quote.requestId))?.total,
      (value) => value === kept,
      { what: 'both payouts are booked' },
    );
  });

  test('D4, late: refunded', async () => {
    const { quote, recipient, refundTo } = await ask(2, { ttl: 1 });
    await untilLate();
    await depositNative(2, quote.protocol.v2!.orderId, testAmount);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({
      status: 'refund',
      failReason: 'TTL_EXPIRED',
    });
    expectRefund(await origin.getBalance({ address: refundTo }), testAmount);
    expect(await destination.getBalance({ address: recipient })).toBe(0n);
  });

  test('D4, late, with a tolerance: filled with less by what gas costs more', async () => {
    const { quote, recipient } = await ask(7, { ttl: 1, latePaymentSlippageTolerance: '300' });
    await untilLate();
    const { currencyOut } = quote.details;
    await withDearGas(20n, async () => {
      await depositNative(7, quote.protocol.v2!.orderId, testAmount);
      expect(await endOf(system.url, quote.requestId)).toMatchObject({
        status: 'success',
        failReason: 'N/A',
      });
    });
    const got = await destination.getBalance({ address: recipient });
    expect(got).toBeLessThan(BigInt(currencyOut.amount));
    expect(got).toBeGreaterThanOrEqual((BigInt(currencyOut.amount) * 97n) / 100n);
    expect(got).toBeGreaterThanOrEqual(
      BigInt(quote.protocol.v2!.orderData.output.payments[0]?.minimumAmount ?? 0),
    );
    const stored = await system.service.settlement.getRequest(quote.requestId);
    expect(stored?.amountOut).toBe(got);
  });

  test('D4, late, with a tolerance that gas takes more of: refunded', async () => {
    const { quote, recipient, refundTo } = await ask(8, {
      ttl: 1,
      latePaymentSlippageTolerance: '1',
    });
    await untilLate();
    await withDearGas(100n, async () => {
      await depositNative(8, quote.protocol.v2!.orderId, testAmount);
      expect(await endOf(system.url, quote.requestId)).toMatchObject({
        status: 'refund',
        failReason: 'TTL_EXPIRED',
      });
    });
    expectRefund(await origin.getBalance({ address: refundTo }), testAmount);
    expect(await destination.getBalance({ address: recipient })).toBe(0n);
  });

  test('D5, twice: filled once, the second refunded', async () => {
    const { quote, recipient, refundTo } = await ask(3);
    await depositNative(3, quote.protocol.v2!.orderId, testAmount);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    await depositNative(4, quote.protocol.v2!.orderId, testAmount);
    await eventually(
      () => origin.getBalance({ address: refundTo }),
      (value) => value > 0n,
      { what: 'the second deposit comes back' },
    );
    expectRefund(await origin.getBalance({ address: refundTo }), testAmount);
    expect((await destination.getBalance({ address: recipient })).toString()).toBe(
      quote.details.currencyOut.amount,
    );
    expect((await endOf(system.url, quote.requestId)).status).toBe('success');
  });

  test('D7, in another currency: refunded in what came', async () => {
    const { quote, refundTo } = await ask(5);
    const usdc = system.usdc(8453);
    const { depository } = system.chain(8453).contracts;
    const sender = wallet(5);
    const amount = 30_000_000n;
    for (const send of [
      () =>
        sender.writeContract({
          chain: null,
          address: usdc,
          abi: testUsdcAbi,
          functionName: 'approve',
          args: [depository, amount],
        }),
      () =>
        sender.writeContract({
          chain: null,
          address: depository,
          abi: depositoryAbi,
          functionName: 'depositErc20',
          args: [sender.account.address, usdc, amount, quote.protocol.v2!.orderId as Hex],
        }),
    ]) {
      await origin.waitForTransactionReceipt({ hash: await send() });
    }
    expect(await endOf(system.url, quote.requestId)).toMatchObject({
      status: 'refund',
      failReason: 'INCORRECT_DEPOSIT_CURRENCY',
    });
    expectRefund(
      await origin.readContract({
        address: usdc,
        abi: testUsdcAbi,
        functionName: 'balanceOf',
        args: [refundTo],
      }),
      amount,
    );
  });

  test('D15, under an order that nobody quoted: kept in suspense', async () => {
    const orderId = pad('0xdead', { size: 32 });
    await depositNative(6, orderId, testAmount);
    const outcomes = async (): Promise<readonly { readonly outcome: string | null }[]> =>
      (
        await system.service.database.pool.query<{ outcome: string | null }>(
          'select outcome from deposits where hash_text(order_id) = $1',
          [orderId],
        )
      ).rows;
    await eventually(
      async () => (await outcomes())[0]?.outcome,
      (value) => value === 'suspense',
      { what: 'the deposit is in suspense' },
    );
  });
});

/** Makes a call of the depository's guardian or owner. */
async function govern(role: 'guardian' | 'owner', data: Hex): Promise<void> {
  const governor = createWalletClient({
    account: privateKeyToAccount(system.devnet.description.roles[role].privateKey),
    transport: http(system.chain(8453).rpcUrl),
  });
  const to = system.chain(8453).contracts.depository;
  const hash = await governor.sendTransaction({ chain: null, to, data, gas: 200_000n });
  expect((await origin.waitForTransactionReceipt({ hash })).status).toBe('success');
}

/** Transactions that the solver has sent for an order. */
async function sent(orderId: string): Promise<number> {
  const { rows } = await system.service.database.pool.query(
    'select 1 from outbox where order_id = $1',
    [Buffer.from(orderId.slice(2), 'hex')],
  );
  return rows.length;
}

describe('a refund that the chain does not take', () => {
  test('during a pause of withdrawals waits for its end, and is paid then', async () => {
    await govern(
      'guardian',
      encodeFunctionData({ abi: depositoryAbi, functionName: 'pauseWithdrawals', args: [600n] }),
    );
    const { quote, refundTo } = await ask(8);
    const { orderId } = quote.protocol.v2!;
    await depositNative(8, orderId, testAmount - 1n);
    await eventually(
      async () => {
        const { rows } = await system.service.database.pool.query(
          `select 1 from jobs where kind = 'refund' and last_error = 'withdrawals are paused or limited'`,
        );
        return rows.length === 1;
      },
      Boolean,
      { what: 'a refund that waits' },
    );
    expect(await sent(orderId)).toBe(0);
    await govern(
      'owner',
      encodeFunctionData({ abi: depositoryAbi, functionName: 'unpauseWithdrawals' }),
    );
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'refund' });
    expectRefund(await origin.getBalance({ address: refundTo }), testAmount - 1n);
    expect(await sent(orderId)).toBe(1);
  });

  test('to a contract that burns gas costs none, and ends for an operator', async () => {
    const burner = await wallet(9).sendTransaction({
      chain: null,
      gas: 200_000n,
      data: '0x6004600c60003960046000f35b600056',
    });
    const { contractAddress } = await origin.waitForTransactionReceipt({ hash: burner });
    const { quote } = await ask(9, { refundTo: contractAddress });
    const { orderId } = quote.protocol.v2!;
    await depositNative(9, orderId, testAmount - 1n);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'failure' });
    expect(await sent(orderId)).toBe(0);
  });
});

test('afterwards the books balance and agree with the vault', async () => {
  await eventually(
    async () =>
      (
        await system.service.database.pool.query(
          'select 1 from jobs union all select 1 from outbox where entry_id is null limit 1',
        )
      ).rows.length,
    (value) => value === 0,
    { what: 'all work is done' },
  );
  expect(await system.service.settlement.ledger.audit()).toEqual([]);
  const { rows } = await system.service.database.pool.query<{
    asset: string;
    total: string | bigint;
  }>(
    "select asset, sum(balance) as total from ledger_balances where account like 'escrow:%' or account like 'solver:%' or account like 'withdrawable:%' or account in ('suspense', 'pnl') group by asset",
  );
  const booked = (asset: string): bigint =>
    BigInt(rows.find((row) => row.asset === asset)?.total ?? 0);
  const { depository } = system.chain(8453).contracts;
  const held = await origin.getBalance({ address: depository });
  expect({ rows, native: booked(`8453:${zeroAddress}`) }).toMatchObject({ native: held });
});
