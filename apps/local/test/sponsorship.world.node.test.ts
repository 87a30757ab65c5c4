import { eventually } from '@portage/testing';
import { Money, serviceBucket, type Quote, type RequestEntry } from '@portage/core';
import { requestsResponseSchema } from '@portage/core/schemas';
import { createPortage, isPortageError, type QuoteBody } from '@portage/sdk';
import { createEvmExecutor } from '@portage/sdk/evm';
import { testUsdcAbi } from '@portage/contracts';
import { createPublicClient, createWalletClient, defineChain, http, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

/**
 * Fees that a sponsor pays, on real chains. The user pays the quoted amount, the sponsor is charged
 * and the app is owed its fee.
 */
let system: TestSystem;

beforeAll(async () => {
  system = await useSystem();
});
afterAll(async () => {
  await system.close();
});

const testAmount = 50_000_000n;

interface Done {
  readonly quote: Quote;
  readonly status: string;
  readonly received: bigint;
  readonly entry: RequestEntry;
}

function portageOf(account: number, apiKey: string) {
  const { name, rpcUrl } = system.chain(8453);
  const chain = defineChain({
    id: 8453,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const wallet = createWalletClient({
    account: privateKeyToAccount(system.privateKey(account)),
    chain,
    transport: http(),
    pollingInterval: 50,
  });
  return {
    user: wallet.account.address,
    portage: createPortage({
      baseUrl: system.url,
      apiKey,
      executors: [createEvmExecutor({ wallet })],
    }),
  };
}

function bodyOf(user: Hex, members: Partial<QuoteBody>): QuoteBody {
  const recipient = privateKeyToAddress(generatePrivateKey());
  return {
    user,
    recipient,
    originChainId: 8453,
    destinationChainId: 10,
    originCurrency: system.usdc(8453),
    destinationCurrency: system.usdc(10),
    amount: testAmount.toString(),
    subsidizeFees: true,
    ...members,
  };
}

async function transfer(
  account: number,
  apiKey: string,
  members: Partial<QuoteBody> = {},
): Promise<Done> {
  const { user, portage } = portageOf(account, apiKey);
  const request = bodyOf(user, members);
  const quote = await portage.getQuote(request);
  const { minimumAmount: minAmountOut } = quote.details.currencyOut;
  const { status } = await portage.execute({ quote, request, minAmountOut });
  const client = createPublicClient({ transport: http(system.chain(10).rpcUrl) });
  const received = await client.readContract({
    address: system.usdc(10),
    abi: testUsdcAbi,
    functionName: 'balanceOf',
    args: [quote.details.recipient as Hex],
  }); // An address of an EVM chain.
  return { quote, status, received, entry: await bookedEntry(quote) };
}

/** Entry of the list once the fill is booked, a moment after it was seen. */
async function bookedEntry({ requestId }: Quote): Promise<RequestEntry> {
  const read = async (): Promise<RequestEntry | undefined> => {
    const answer = await fetch(`${system.url}/requests/v2?id=${requestId}`);
    return requestsResponseSchema.parse(await answer.json()).requests[0];
  };
  const isBooked = (entry?: RequestEntry): entry is RequestEntry =>
    entry?.data.feeSponsorship?.actual !== undefined;
  return await eventually(read, isBooked, { what: `the fill of ${requestId}, booked` });
}

/** Gas is what the fill took of the chain; the parts sum up to what was charged. */
async function expectBookedFees({ data, id }: RequestEntry): Promise<void> {
  const [row] = await system.service.settlement.query<{ price: string }>(
    `select execution_terms #>> '{quoted,nativeUsdE12}' as price from requests where hash_text(id) = $1`,
    [id],
  );
  const native = { decimals: 18, price: { usdE12: BigInt(row!.price) } };
  const usdc = { decimals: 6, price: { usdE12: 10n ** 12n } };
  const spent = BigInt(data.outTxs[0]!.fee!);
  const { gas, fixed, price, gateway } = data.fees!;
  expect(gas).toBe(Money.convertUp(spent, native, usdc).toString());
  const { components, sponsoredTotal, userPaysTotal } = data.feeSponsorship!.actual!;
  const fees = [gas, fixed, price, gateway, components.app!.total.amount];
  expect(fees.reduce((sum, amount) => sum + BigInt(amount), 0n)).toBe(
    BigInt(sponsoredTotal!.amount) + BigInt(userPaysTotal!.amount),
  );
}

async function balanceOf(account: string): Promise<bigint> {
  return system.service.settlement.ledger.balance(`sponsor:${account}`, 'usd');
}

/** Account behind a key that `createSponsor` made. */
async function accountOf(apiKey: string): Promise<string> {
  const keys = await system.service.access.keys.list();
  const sponsor = keys.find(({ id }) => apiKey.startsWith(id))?.sponsor;
  if (sponsor === undefined) throw new Error('The key has a sponsor.');
  return sponsor;
}

test('a sponsor pays all fees, app fees included: what goes in comes out', async () => {
  const apiKey = await system.createSponsor(10_000_000n);
  const app = privateKeyToAddress(generatePrivateKey());
  const { quote, status, received, entry } = await transfer(0, apiKey, {
    appFees: [{ recipient: app, fee: '25' }],
  });
  expect([status, received]).toEqual(['success', testAmount]);
  const { feeSponsorship, fees } = quote;
  expect(feeSponsorship.quoted).toMatchObject({
    selectedComponents: ['execution', 'swap', serviceBucket, 'app'],
    capHit: false,
    userPaysTotal: { amount: '0' },
  });
  expect(BigInt(fees.subsidized.amount)).toBe(
    BigInt(fees.relayer.amount) + BigInt(fees.app.amount),
  );
  // USDC is a dollar here, so units are micro-USD.
  const charged = BigInt(fees.subsidized.amount);
  expect(await balanceOf(await accountOf(apiKey))).toBe(10_000_000n - charged);
  const chainId = quote.protocol.v2!.orderData.solverChainId === 'base' ? 8453 : 10;
  const sponsorPayment = {
    amount: charged.toString(),
    amountUsd: fees.subsidized.amountUsd,
    chainId,
    address: system.usdc(chainId).toLowerCase(),
  };
  const { quoted, actual } = entry.data.feeSponsorship!;
  expect(quoted).toEqual(feeSponsorship.quoted);
  expect(actual).toMatchObject({
    selectedComponents: quoted.selectedComponents,
    sponsoredTotal: { amount: charged.toString() },
    userPaysTotal: { amount: '0' },
    sponsorPayment,
  });
  await expectBookedFees(entry);
  const owed = [
    {
      recipient: app.toLowerCase(),
      bps: '25',
      amount: '125000',
      amountUsd: '0.125000',
      amountUsdCurrent: '0.125000',
    },
  ];
  expect(entry.data).toMatchObject({ subsidizedRequest: true, appFees: owed, paidAppFees: owed });
  const balances = async (): Promise<unknown> =>
    (await fetch(`${system.url}/app-fees/${app}/balances`)).json();
  // It is coming until the payout is final.
  await expect.poll(balances).toMatchObject({ pendingBalanceUsd: 0 });
  expect(await balances()).toMatchObject({
    balances: [{ amount: '125000', amountUsd: '0.125000' }],
    totalBalanceUsd: 0.125,
    outstandingFastFillBalanceUsd: 0,
    availableBalanceUsd: 0.125,
  });
});

test('a sponsor pays half of one bucket up to a cap, and the user the rest', async () => {
  const apiKey = await system.createSponsor(10_000_000n);
  const members: Partial<QuoteBody> = {
    sponsoredFeeComponents: ['execution'],
    subsidizationBps: 5_000,
    maxSubsidizationAmount: '3000',
  };
  const { quote, status, received, entry } = await transfer(1, apiKey, members);
  const { components, capHit, userPaysTotal, sponsoredTotal } = quote.feeSponsorship.quoted;
  expect(status).toBe('success');
  expect(received).toBe(testAmount - BigInt(userPaysTotal?.amount ?? 0));
  expect({ capHit, sponsored: sponsoredTotal?.amount }).toEqual({
    capHit: true,
    sponsored: '3000',
  });
  expect(quote.feeSponsorship.quoted).toMatchObject({
    selectedComponents: ['execution'],
    subsidizationBps: 5_000,
    maxSubsidizationAmount: '3000',
  });
  expect(components.execution).toMatchObject({ selected: true, sponsored: { amount: '3000' } });
  expect(components.swap).toMatchObject({ selected: false, sponsored: { amount: '0' } });
  expect(await balanceOf(await accountOf(apiKey))).toBe(10_000_000n - 3_000n);
  expect(entry.data.feeSponsorship?.actual).toMatchObject({
    capHit: true,
    sponsorPayment: { amount: '3000', amountUsd: '0.003000' },
  });
});

test('a sponsor that cannot pay is told with the quote, or refunds the deposit when it is spent meanwhile', async () => {
  // Costs of a transfer follow the gas price, so the balance does too: more than one of them, less
  // than two.
  const stranger = portageOf(2, await system.createSponsor(1n));
  const { fees } = await stranger.portage.getQuote(bodyOf(stranger.user, { subsidizeFees: false }));
  const brought = (BigInt(fees.relayer.amount) * 3n) / 2n;
  const apiKey = await system.createSponsor(brought);
  const account = await accountOf(apiKey);
  const { user, portage } = portageOf(2, apiKey);
  const tooMuch = await portage
    .getQuote(bodyOf(user, { appFees: [{ recipient: user, fee: '100' }] }))
    .catch((error: unknown) => error);
  expect(isPortageError(tooMuch, 'SPONSOR_BALANCE_TOO_LOW')).toBe(true);
  // Two quotes, of which the balance covers one. A quote reserves nothing, and nothing is filled
  // unpaid.
  const requests = [bodyOf(user, {}), bodyOf(user, {})];
  const quotes = await Promise.all(requests.map((request) => portage.getQuote(request)));
  const ends: string[] = [];
  for (const [index, quote] of quotes.entries()) {
    const request = requests[index];
    const minAmountOut = 1n;
    if (request !== undefined)
      ends.push((await portage.execute({ quote, request, minAmountOut })).status);
  }
  expect(ends).toEqual(['success', 'refund']);
  const refused = await portage.getStatus(quotes[1]?.requestId ?? '');
  expect(refused.failReason).toBe('SPONSOR_BALANCE_TOO_LOW');
  const left = brought - BigInt(quotes[0]?.fees.subsidized.amount ?? 0);
  await expect.poll(() => balanceOf(account)).toBe(left);
  expect(left).toBeGreaterThanOrEqual(0n);
});

test('afterwards the books balance', async () => {
  await expect
    .poll(
      async () =>
        (
          await system.service.database.query(
            'select 1 from jobs union all select 1 from outbox where entry_id is null limit 1',
          )
        ).length,
    )
    .toBe(0);
  expect(await system.service.settlement.ledger.audit()).toEqual([]);
});
