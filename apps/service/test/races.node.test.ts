import { bitcoinCodec } from '@portage/bitcoin/codec';
import { requestStatusSchema, withdrawalStatusSchema } from '@portage/core/schemas';
import { openDatabase } from '@portage/database';
import { bitcoinChain, evmChain } from '@portage/devnet';
import { parseEther, zeroAddress, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { beforeAll, expect, test } from 'vitest';
import { createServiceDatabase, type ServiceDatabase } from '../src/serviceDatabase.js';
import { balanceOf, countFills, getQuote, post, signPermit, tokensOf } from './transfer.js';
import { useDevnet } from './useDevnet.js';
import { watchStatus } from './watchStatus.js';
import {
  accountOf,
  depositUnmatched,
  earnFees,
  signClaim,
  signWithdrawal,
  withdrawalChainId as base,
} from './withdrawalSteps.js';

/**
 * Two API processes and two workers on one database: what comes to both at the same moment happens
 * once.
 */
const local = useDevnet({ accounts: 8, blockTimeSeconds: 0.25 });
let store: ServiceDatabase;
let urls: readonly string[];

beforeAll(async () => {
  const databaseUrl = await local.databases.createDatabase();
  const start = (name: string, role: 'api' | 'worker') =>
    local.start(name, ['--role', role], { DATABASE_URL: databaseUrl });
  for (const name of ['worker-1', 'worker-2']) await start(name, 'worker').probesUrl;
  urls = await Promise.all(['api-1', 'api-2'].map((name) => start(name, 'api').url));
  store = await createServiceDatabase(await openDatabase({ databaseUrl, connectionsMax: 1 }));
  local.onEnd(() => store.close());
});

const fresh = (): Hex => privateKeyToAddress(generatePrivateKey());

/** Posts each body to both processes, all at the same moment. */
async function postToBoth(
  posts: readonly { readonly path: string; readonly body: unknown }[],
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly { readonly status: number; readonly body: unknown }[]> {
  return Promise.all(
    posts.flatMap(({ path, body }) => urls.map((url) => post(url, path, body, headers))),
  );
}

async function ended(requestId: string): Promise<string> {
  const answer = await fetch(`${urls[0]!}/intents/status/v3?requestId=${requestId}`);
  return requestStatusSchema.parse(await answer.json()).status;
}

async function withdrawalOf(id: string): Promise<string> {
  const answer = await fetch(`${urls[0]!}/withdrawals/status?id=${id}`);
  return withdrawalStatusSchema.parse(await answer.json()).status;
}

/** Nothing is on its way any more, and the books hold. */
async function settle(): Promise<void> {
  const open = () =>
    store.settlement.query(
      `select order_id, state from outbox where state in ('stored', 'sent')
         union all select order_id, kind from jobs`,
    );
  await expect.poll(open).toEqual([]);
  expect(await store.settlement.ledger.audit()).toEqual([]);
}

const deposited = parseEther('0.05');

test('K13: two withdrawals of one balance, each at both: one is paid, once', async () => {
  const owner = accountOf(local.devnet, 0);
  await depositUnmatched(local.devnet, owner, deposited);
  const recipients = [fresh(), fresh()];
  const signed = await Promise.all(
    recipients.map((recipient, index) =>
      signWithdrawal(urls[index]!, owner, { amount: deposited, recipient }),
    ),
  );
  await postToBoth(signed.map((body) => ({ path: '/withdrawals/request', body })));
  const statuses = () =>
    Promise.all(signed.map(({ nonce }) => withdrawalOf(nonce).catch(() => '')));
  await expect.poll(statuses).toContain('executed');
  await settle();
  expect((await statuses()).filter((status) => status === 'executed')).toHaveLength(1);
  const paid = await Promise.all(recipients.map((each) => balanceOf(local.devnet, base, each)));
  expect(paid.filter((amount) => amount > 0n)).toHaveLength(1);
  expect(paid.reduce((sum, amount) => sum + amount)).toBeLessThan(deposited);
});

test('K13: two claims of one balance, each at both: one is paid, once', async () => {
  const wallet = accountOf(local.devnet, 1);
  await earnFees(urls[0]!, local.devnet, {
    payer: 2,
    wallet: wallet.address,
    amount: parseEther('0.1'),
  });
  // More than half of the tenth that was earned.
  const amount = parseEther('0.006');
  const recipients = [fresh(), fresh()];
  const signed = await Promise.all(
    recipients.map((recipient, index) => signClaim(urls[index]!, wallet, { amount, recipient })),
  );
  const answers = await postToBoth(signed);
  expect(answers.filter(({ status }) => status === 200)).not.toHaveLength(0);
  const statuses = () => Promise.all(signed.map(({ claimId }) => ended(claimId)));
  await expect.poll(statuses).toContain('success');
  await settle();
  expect((await statuses()).filter((status) => status === 'success')).toHaveLength(1);
  const paid = await Promise.all(recipients.map((each) => balanceOf(local.devnet, base, each)));
  expect(paid.toSorted()).toEqual([0n, amount]);
});

test('K13: one permit at both: it is redeemed once, and its order is filled once', async () => {
  const { privateKey, address } = local.devnet.description.accounts[3]!;
  const usdc = (id: number): Hex => evmChain(local.devnet.description, id).tokens.usdc.address;
  const recipient = fresh();
  const quote = await getQuote(urls[0]!, {
    user: address,
    recipient,
    amount: '20000000',
    usePermit: true,
    originChainId: base,
    originCurrency: usdc(base),
    destinationChainId: 10,
    destinationCurrency: usdc(10),
  });
  const before = await tokensOf(local.devnet, base, address);
  const signed = await signPermit(privateKey, quote);
  const answers = await postToBoth([signed, signed]);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect((await watchStatus(urls[1]!, quote.requestId)).at(-1)?.status).toBe('success');
  await settle();
  expect(before - (await tokensOf(local.devnet, base, address))).toBe(20_000_000n);
  expect(await countFills(local.devnet, 10, quote.protocol.v2!.orderId)).toBe(1);
  expect(await tokensOf(local.devnet, 10, recipient)).toBe(
    BigInt(quote.details.currencyOut.amount),
  );
});

test('K13: two fast fills at both that one balance does not cover: one is taken', async () => {
  const wallet = accountOf(local.devnet, 4);
  // A tenth of 2 ether is earned, and each payment is worth more than half of that.
  await earnFees(urls[1]!, local.devnet, {
    payer: 5,
    wallet: wallet.address,
    amount: parseEther('2'),
  });
  await signClaim(urls[0]!, wallet, { amount: parseEther('0.15'), recipient: fresh() });
  const appWallet = wallet.address.toLowerCase();
  const { secret } = await store.access.keys.create({ name: 'races', appWallet });
  const { id, accounts } = bitcoinChain(local.devnet.description);
  const quotes = await Promise.all(
    urls.map((url) =>
      getQuote(url, {
        user: accounts[0]!.address,
        recipient: fresh(),
        amount: '600000',
        originChainId: id,
        originCurrency: bitcoinCodec.nativeCurrency,
        destinationChainId: base,
        destinationCurrency: zeroAddress,
      }),
    ),
  );
  const answers = await postToBoth(
    quotes.map(({ requestId }) => ({
      path: '/fast-fill',
      body: { requestId, maxFillAmountUsd: 1_000 },
    })),
    { 'x-api-key': secret },
  );
  const taken = quotes.filter((_, index) =>
    answers.slice(2 * index, 2 * index + 2).some(({ status }) => status === 200),
  );
  expect(taken).toHaveLength(1);
  expect(answers).toContainEqual(
    expect.objectContaining({
      body: expect.objectContaining({ errorCode: 'FAST_FILL_BALANCE_TOO_LOW' }) as unknown,
    }),
  );
});
