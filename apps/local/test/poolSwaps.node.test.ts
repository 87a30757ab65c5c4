import type { Quote } from '@portage/core';
import { quoteSchema } from '@portage/core/schemas';
import {
  createPublicClient,
  createWalletClient,
  erc20Abi,
  http,
  padHex,
  toHex,
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
 * Swaps on real chains with real pools, over the HTTP interface alone: the signed amount arrives.
 */
let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem({ chains: evmChains });
});
afterAll(async () => {
  await system.close();
});

type ChainId = 8453 | 10;

const clientOf = (id: ChainId): PublicClient =>
  createPublicClient({ transport: http(system.chain(id).rpcUrl), pollingInterval: 50 });
const dai = (id: ChainId): Hex => system.chain(id).uniswap.tokens.dai.address;
const wbtc = (id: ChainId): Hex => system.chain(id).uniswap.tokens.wbtc.address;

async function balanceOf(id: ChainId, token: string, account: Hex): Promise<bigint> {
  if (token === zeroAddress) return clientOf(id).getBalance({ address: account });
  return clientOf(id).readContract({
    address: token as Hex,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account],
  });
}

interface Asked {
  readonly quote: Quote;
  readonly recipient: Hex;
  readonly refundTo: Hex;
}

async function post(
  account: number,
  members: Readonly<Record<string, unknown>>,
  apiKey?: string,
): Promise<{
  readonly status: number;
  readonly body: unknown;
  readonly recipient: Hex;
  readonly refundTo: Hex;
}> {
  const recipient = privateKeyToAddress(generatePrivateKey());
  const refundTo = privateKeyToAddress(generatePrivateKey());
  const user = privateKeyToAccount(system.privateKey(account)).address;
  const body = {
    user,
    recipient,
    refundTo,
    originChainId: 8453,
    destinationChainId: 10,
    ...members,
  };
  const answer = await fetch(`${system.url}/quote/v2`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json(), recipient, refundTo };
}

async function ask(
  account: number,
  members: Readonly<Record<string, unknown>>,
  apiKey?: string,
): Promise<Asked> {
  const { status, body, recipient, refundTo } = await post(account, members, apiKey);
  expect(status, JSON.stringify(body)).toBe(200);
  return { quote: quoteSchema.parse(body), recipient, refundTo };
}

interface Sent {
  readonly hash: Hex;
  readonly status: 'success' | 'reverted';
}

/** Sends every item of a quote in order, as a wallet would. */
async function send(
  account: number,
  { steps }: Quote,
  id: ChainId = 8453,
): Promise<readonly Sent[]> {
  const wallet = createWalletClient({
    account: privateKeyToAccount(system.privateKey(account)),
    transport: http(system.chain(id).rpcUrl),
  });
  const sent: Sent[] = [];
  for (const { data } of steps.flatMap(({ items }) => items)) {
    const {
      to,
      data: input,
      value,
      gas,
    } = data as { to: Hex; data: Hex; value: string; gas: string };
    const hash = await wallet.sendTransaction({
      chain: null,
      to,
      data: input,
      value: BigInt(value),
      gas: BigInt(gas),
    });
    sent.push({ hash, status: (await clientOf(id).waitForTransactionReceipt({ hash })).status });
  }
  return sent;
}

/** Earnings of the solver with an order by the books, in the currency of its deposit. */
async function earnedOf({ protocol }: Quote): Promise<bigint> {
  const { orderId } = protocol.v2!;
  const rows = await system.service.database.query<{ amount: string }>(
    `select l.amount::text as amount from outbox o join ledger_postings l on l.entry_id = o.entry_id
       where o.order_id = decode(substr($1, 3), 'hex') and o.leg = 'main' and l.account like 'escrow:%' and l.amount < 0`,
    [orderId],
  );
  return rows.reduce((sum, { amount }) => sum - BigInt(amount), 0n);
}

const expectedOf = ({ details }: Quote): bigint => BigInt(details.currencyOut.amount);
const minimumOf = ({ details }: Quote): bigint => BigInt(details.currencyOut.minimumAmount);

/** Trades through the pools of a chain to move their price. */
async function move(
  account: number,
  id: ChainId,
  [given, wanted]: readonly [Hex, Hex],
  amount: bigint,
): Promise<void> {
  const user = privateKeyToAccount(system.privateKey(account)).address;
  const { status, body } = await post(account, {
    recipient: user,
    refundTo: user,
    originChainId: id,
    destinationChainId: id,
    originCurrency: given,
    destinationCurrency: wanted,
    amount: amount.toString(),
    slippageTolerance: '10000',
    overridePriceImpact: true,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const sent = await send(account, quoteSchema.parse(body), id);
  expect(sent.map((each) => each.status)).toEqual(['success', 'success']);
}

/** Sells an amount of DAI for USDC on Base. */
const moveDai = (account: number, amount: bigint): Promise<void> =>
  move(account, 8453, [dai(8453), system.usdc(8453)], amount);

describe('a token that the solver does not trade', () => {
  test('is swapped before it is bridged', async () => {
    const { quote, recipient } = await ask(0, {
      originCurrency: dai(8453),
      destinationCurrency: system.usdc(10),
      amount: (500n * 10n ** 18n).toString(),
    });
    expect(quote.steps.map(({ id }) => id)).toEqual(['approve', 'deposit']);
    expect((await send(0, quote)).map(({ status }) => status)).toEqual(['success', 'success']);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    expect(await balanceOf(10, system.usdc(10), recipient)).toBe(expectedOf(quote));
  });

  test('pays for an exact output, and the rest comes back at once', async () => {
    const { quote, recipient, refundTo } = await ask(1, {
      originCurrency: dai(8453),
      destinationCurrency: system.usdc(10),
      tradeType: 'EXACT_OUTPUT',
      amount: '250000000',
      slippageTolerance: '150',
    });
    expect((await send(1, quote)).map(({ status }) => status)).toEqual(['success', 'success']);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    expect(await balanceOf(10, system.usdc(10), recipient)).toBe(250_000_000n);
    const { origin } = quote.details.slippageTolerance;
    expect(await balanceOf(8453, dai(8453), refundTo)).toBe(BigInt(origin.value));
  });

  test('pays for an exact output with all of its input, and what that brings beyond is the solver’s', async () => {
    const { quote, recipient, refundTo } = await ask(1, {
      originCurrency: dai(8453),
      destinationCurrency: system.usdc(10),
      tradeType: 'EXACT_OUTPUT',
      amount: '250000000',
      slippageTolerance: '150',
      enableTrueExactOutput: true,
    });
    expect((await send(1, quote)).map(({ status }) => status)).toEqual(['success', 'success']);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    expect(await balanceOf(10, system.usdc(10), recipient)).toBe(250_000_000n);
    const asked = BigInt(quote.protocol.v2!.orderData.inputs[0]!.payment.amount);
    // The tolerance of 1.5 % bought about so much more than the order asked for.
    await expect.poll(async () => await earnedOf(quote)).toBeGreaterThan((asked * 1_014n) / 1_000n);
    for (const currency of [dai(8453), system.usdc(8453)])
      expect(await balanceOf(8453, currency, refundTo)).toBe(0n);
  });

  test('is filled for what the swap still brings, when the price has moved within the slippage', async () => {
    const { quote, recipient } = await ask(2, {
      originCurrency: dai(8453),
      destinationCurrency: system.usdc(10),
      amount: (10_000n * 10n ** 18n).toString(),
      slippageTolerance: '300',
    });
    await moveDai(3, 600_000n * 10n ** 18n);
    expect((await send(2, quote)).map(({ status }) => status)).toEqual(['success', 'success']);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    const received = await balanceOf(10, system.usdc(10), recipient);
    expect(received < expectedOf(quote) && received >= minimumOf(quote)).toBe(true);
  });

  test('stays with its owner when the price has moved beyond the slippage', async () => {
    const { quote } = await ask(4, {
      originCurrency: dai(8453),
      destinationCurrency: system.usdc(10),
      amount: (10_000n * 10n ** 18n).toString(),
      slippageTolerance: '1',
    });
    const user = privateKeyToAccount(system.privateKey(4)).address;
    const before = await balanceOf(8453, dai(8453), user);
    await moveDai(9, 900_000n * 10n ** 18n);
    expect((await send(4, quote)).map(({ status }) => status)).toEqual(['success', 'reverted']);
    expect(await balanceOf(8453, dai(8453), user)).toBe(before);
  });
});

describe('a token that the solver does not hold', () => {
  test('is swapped for when it is paid, out of a token that was swapped before', async () => {
    const { quote, recipient } = await ask(0, {
      originCurrency: dai(8453),
      destinationCurrency: wbtc(10),
      amount: (20_000n * 10n ** 18n).toString(),
    });
    expect((await send(0, quote)).map(({ status }) => status)).toEqual(['success', 'success']);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    expect(await balanceOf(10, wbtc(10), recipient)).toBe(expectedOf(quote));
  });

  test('C13: is bought for what the swap costs by then, when the price has moved within the slippage', async () => {
    const { quote, recipient } = await ask(0, {
      originCurrency: system.usdc(8453),
      destinationCurrency: wbtc(10),
      amount: 5_000_000_000n.toString(),
      slippageTolerance: '1000',
    });
    await move(6, 10, [system.usdc(10), wbtc(10)], 100_000_000_000n);
    expect((await send(0, quote)).map(({ status }) => status)).toEqual(['success', 'success']);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    const received = await balanceOf(10, wbtc(10), recipient);
    expect(received < expectedOf(quote) && received >= minimumOf(quote)).toBe(true);
  });

  test('C13: is not bought beyond the slippage: the deposit goes back, and the solver has lost nothing', async () => {
    const { quote, recipient, refundTo } = await ask(7, {
      originCurrency: system.usdc(8453),
      destinationCurrency: wbtc(10),
      amount: 5_000_000_000n.toString(),
      slippageTolerance: '1',
    });
    const { address: solver } = system.devnet.description.roles.solver;
    const before = await balanceOf(10, system.usdc(10), solver);
    await move(8, 10, [system.usdc(10), wbtc(10)], 100_000_000_000n);
    expect((await send(7, quote)).map(({ status }) => status)).toEqual(['success', 'success']);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'refund' });
    expect(await balanceOf(10, wbtc(10), recipient)).toBe(0n);
    expect(await balanceOf(10, system.usdc(10), solver)).toBe(before);
    expect(await balanceOf(8453, system.usdc(8453), refundTo)).toBeGreaterThan(4_999_000_000n);
    expect(await system.books.audit()).toEqual([]);
  });

  test('is bought exactly, and what that saves is the solver’s or the recipient’s', async () => {
    const exact = {
      originCurrency: zeroAddress,
      destinationCurrency: dai(10),
      tradeType: 'EXACT_OUTPUT',
      amount: (1_000n * 10n ** 18n).toString(),
    };
    const [ours, theirs] = [
      await ask(1, { ...exact, enableTrueExactOutput: true }),
      await ask(2, exact),
    ];
    await Promise.all([send(1, ours.quote), send(2, theirs.quote)]);
    for (const { quote } of [ours, theirs])
      expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    expect(await balanceOf(10, dai(10), ours.recipient)).toBe(1_000n * 10n ** 18n);
    expect(await balanceOf(10, dai(10), theirs.recipient)).toBeGreaterThan(1_000n * 10n ** 18n);
  });
});

test('routes race on the chain for keys that may', async () => {
  const { secret } = await system.service.access.keys.create({
    name: 'racer',
    rights: ['route-racing'],
  });
  const members = {
    originCurrency: zeroAddress,
    destinationCurrency: dai(10),
    amount: (10n ** 18n).toString(),
    useRouteRacing: true,
  };
  expect(await post(3, members)).toMatchObject({
    status: 401,
    body: { errorCode: 'UNAUTHORIZED' },
  });
  const heldOf = ({ quote }: Asked): string =>
    quote.details.route.destination.inputCurrency.currency.address;
  const viaV2 = { ...members, includedDestinationSwapSources: ['uniswap-v2'] };
  const plain = await ask(3, { ...viaV2, useRouteRacing: false });
  expect(heldOf(plain)).not.toBe(system.usdc(10).toLowerCase());
  const sync = await hideCheapEther();
  // Memory knows nothing of it: only the chain tells that USDC buys more now.
  expect(heldOf(await ask(3, { ...viaV2, useRouteRacing: false }))).toBe(heldOf(plain));
  const raced = await ask(3, viaV2, secret);
  expect(heldOf(raced)).toBe(system.usdc(10).toLowerCase());
  const { quote, recipient } = raced;
  expect((await send(3, quote)).map(({ status }) => status)).toEqual(['success']);
  expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
  // More than the best that memory knew.
  expect(await balanceOf(10, dai(10), recipient)).toBeGreaterThan(expectedOf(plain.quote));
  await sync();
});

/**
 * Makes a pool of Optimism sell ether for a twentieth less USDC, without an event: it takes some of
 * its USDC for new. Returns what ends that.
 */
async function hideCheapEther(): Promise<() => Promise<void>> {
  const client = clientOf(10);
  const { uniswap, tokens } = system.chain(10);
  const traded = [tokens.weth.address, system.usdc(10)];
  const pair = uniswap.pools.find(
    ({ kind, token0, token1 }) =>
      kind === 'v2' && traded.includes(token0) && traded.includes(token1),
  );
  if (pair === undefined) throw new Error('There is a V2 pool of WETH and USDC.');
  // Both reserves and a time, packed from the right.
  const slot = '0x8';
  const word = BigInt((await client.getStorageAt({ address: pair.address, slot })) ?? 0n);
  const bits = 112n;
  const mask = 2n ** bits - 1n;
  const shift = pair.token0 === system.usdc(10) ? 0n : bits;
  const reserve = (word >> shift) & mask;
  const lowered = word - (reserve << shift) + (((reserve * 19n) / 20n) << shift);
  await system.devnet
    .client(10)
    .setStorageAt({
      address: pair.address,
      index: slot,
      value: padHex(toHex(lowered), { size: 32 }),
    });
  return async () => {
    const wallet = createWalletClient({
      account: privateKeyToAccount(system.privateKey(9)),
      transport: http(system.chain(10).rpcUrl),
    });
    const hash = await wallet.sendTransaction({
      chain: null,
      to: pair.address,
      data: '0xfff6cae9',
    });
    await client.waitForTransactionReceipt({ hash });
  };
}

test('sources are listed by the names that requests choose them by', async () => {
  const { sources } = (await (await fetch(`${system.url}/swap-sources?chainId=8453`)).json()) as {
    sources: string[];
  };
  expect(sources).toEqual(['uniswap-v2', 'uniswap-v3']);
  const within = {
    destinationChainId: 8453,
    originCurrency: dai(8453),
    destinationCurrency: wbtc(8453),
    amount: (100n * 10n ** 18n).toString(),
  };
  for (const source of sources)
    expect(
      (await ask(0, { ...within, includedSwapSources: [source] })).quote.details.route.origin
        .router,
    ).toBe(source);
  expect(await post(0, { ...within, excludedSwapSources: ['uniswap-v4'] })).toMatchObject({
    status: 400,
    body: { errorCode: 'INVALID_REQUEST' },
  });
});

describe('a swap within a chain', () => {
  test('is made by its payer alone, and seen', async () => {
    const { quote, recipient } = await ask(5, {
      destinationChainId: 8453,
      originCurrency: zeroAddress,
      destinationCurrency: wbtc(8453),
      amount: (2n * 10n ** 18n).toString(),
    });
    expect(quote.steps.map(({ id }) => id)).toEqual(['swap']);
    const [sent] = await send(5, quote);
    expect(sent?.status).toBe('success');
    expect(await endOf(system.url, quote.requestId)).toMatchObject({
      status: 'success',
      inTxHashes: [sent?.hash],
      txHashes: [sent?.hash],
    });
    expect(await balanceOf(8453, wbtc(8453), recipient)).toBe(expectedOf(quote));
    const list = (await (
      await fetch(`${system.url}/requests/v2?id=${quote.requestId}`)
    ).json()) as {
      requests: { status: string; data: { outTxs: { hash: string; status: string }[] } }[];
    };
    expect(list.requests[0]).toMatchObject({
      status: 'success',
      data: { outTxs: [{ hash: sent?.hash, status: 'success' }] },
    });
  });

  test('buys exactly what was asked for, in native currency, and gives the rest back', async () => {
    const { quote, recipient, refundTo } = await ask(6, {
      destinationChainId: 8453,
      originCurrency: dai(8453),
      destinationCurrency: zeroAddress,
      tradeType: 'EXACT_OUTPUT',
      amount: (10n ** 17n).toString(),
    });
    expect((await send(6, quote)).map(({ status }) => status)).toEqual(['success', 'success']);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    expect(await balanceOf(8453, zeroAddress, recipient)).toBe(10n ** 17n);
    expect(await balanceOf(8453, dai(8453), refundTo)).toBe(
      BigInt(quote.details.slippageTolerance.origin.value),
    );
  });

  test('is made by the solver where it gets what comes out beyond the exact output', async () => {
    const exact = {
      destinationChainId: 8453,
      originCurrency: system.usdc(8453),
      destinationCurrency: dai(8453),
      tradeType: 'EXACT_OUTPUT',
      amount: (300n * 10n ** 18n).toString(),
      slippageTolerance: '200',
    };
    const [ours, theirs] = [
      await ask(6, { ...exact, enableTrueExactOutput: true }),
      await ask(7, { ...exact, forceSolverExecution: true }),
    ];
    expect(ours.quote.protocol.v2?.orderData.output.chainId).toBe('base');
    await Promise.all([send(6, ours.quote), send(7, theirs.quote)]);
    for (const { quote } of [ours, theirs])
      expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    const wanted = 300n * 10n ** 18n;
    expect(await balanceOf(8453, dai(8453), ours.recipient)).toBe(wanted);
    expect(await balanceOf(8453, dai(8453), theirs.recipient)).toBeGreaterThan(wanted);
  });

  test('wraps', async () => {
    const weth = system.chain(8453).tokens.weth.address;
    const { quote, recipient } = await ask(7, {
      destinationChainId: 8453,
      originCurrency: zeroAddress,
      destinationCurrency: weth,
      amount: '1000000000000000000',
    });
    expect(quote.details).toMatchObject({
      operation: 'wrap',
      currencyOut: { amount: '1000000000000000000' },
    });
    expect((await send(7, quote)).map(({ status }) => status)).toEqual(['success']);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    expect(await balanceOf(8453, weth, recipient)).toBe(10n ** 18n);
  });

  test('is filled by the solver where that is asked for', async () => {
    const { quote, recipient } = await ask(8, {
      destinationChainId: 8453,
      forceSolverExecution: true,
      originCurrency: dai(8453),
      destinationCurrency: zeroAddress,
      amount: (500n * 10n ** 18n).toString(),
    });
    expect(quote.protocol.v2?.orderData.output.chainId).toBe('base');
    expect((await send(8, quote)).map(({ status }) => status)).toEqual(['success', 'success']);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    expect(await balanceOf(8453, zeroAddress, recipient)).toBe(expectedOf(quote));
  });
});

test('afterwards the books are sound', async () => {
  const { database, settlement } = system.service;
  await expect
    .poll(() =>
      database.query(
        `select 1 from outbox where entry_id is null union all select 1 from jobs where kind in ('fill', 'refund', 'relay')`,
      ),
    )
    .toEqual([]);
  expect(await settlement.ledger.audit()).toEqual([]);
});
