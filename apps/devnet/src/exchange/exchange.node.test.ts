import { hexToBytes } from '@portage/core';
import { sign } from '@portage/exchange/signature';
import {
  hashTransfer,
  transferOwnerText,
  transferType,
  writeTransfer,
  type Transfer,
} from '@portage/exchange/transaction';
import { createExchangeApi, keySigner, type SendOutcome } from '@portage/exchange';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDevnet, exchangeDevnetChain, type Devnet } from '../createDevnet.js';
import { exchangeChain, type ExchangeDevnetChain } from '../description.js';
import { registerKey } from '../../test/exchange/registerKey.js';

type Account = ExchangeDevnetChain['accounts'][number];

const signal = new AbortController().signal;
const fee = 3_000_000n;
let devnet: Devnet;
let chain: ExchangeDevnetChain;
let api: ReturnType<typeof createExchangeApi>;
let user: Account;
let other: Account;

beforeAll(async () => {
  devnet = await createDevnet({
    chains: [exchangeDevnetChain],
    ports: [0],
    controlPort: 0,
    exchange: { blockMs: 0 },
  });
  chain = exchangeChain(devnet.description);
  api = createExchangeApi({ url: chain.rpcUrl });
  const [first, second] = chain.accounts;
  if (first === undefined || second === undefined) throw new Error('There are no users.');
  [user, other] = [first, second];
});

afterAll(() => devnet.close());

beforeEach(() => devnet.exchange().setFaults());

/** A transfer of the first user to the second one. */
async function transferOf(change: Partial<Transfer> = {}): Promise<Transfer> {
  return {
    fromAccountIndex: user.accountIndex,
    apiKeyIndex: user.apiKeyIndex,
    toAccountIndex: other.accountIndex,
    assetIndex: 3,
    fromRouteType: 0,
    toRouteType: 0,
    amount: 1_000_000n,
    usdcFee: fee,
    memo: `0x${'a1'.repeat(32)}`,
    expiredAt: Date.now() + 600_000,
    nonce: await api.nextNonce(user, signal),
    ...change,
  };
}

/** Signers of a transfer. */
interface Signers {
  readonly key?: Account;
  readonly owner?: Account | undefined;
}

async function signed(transfer: Transfer, signers: Signers = {}): Promise<string> {
  const { key = user } = signers;
  const owner = 'owner' in signers ? signers.owner : user;
  const text = transferOwnerText(transfer, chain.circuitId);
  const wallet = owner === undefined ? undefined : privateKeyToAccount(owner.owner.privateKey);
  return writeTransfer({
    transfer,
    signature: sign(hashTransfer(transfer, chain.circuitId), hexToBytes(key.privateKey)),
    ownerSignature: await wallet?.signMessage({ message: text }),
  });
}

const send = (info: string): Promise<SendOutcome> => api.send({ type: transferType, info }, signal);

async function balance(account: Account, routeType = 0, assetIndex = 3): Promise<bigint> {
  const found = await api.account(account.accountIndex, signal);
  const held = found?.balances.find(
    (entry) => entry.routeType === routeType && entry.assetIndex === assetIndex,
  );
  return held?.amount ?? 0n;
}

async function sentHash(change: Partial<Transfer> = {}): Promise<string> {
  const outcome = await send(await signed(await transferOf(change)));
  if (outcome.type !== 'accepted') throw new Error(JSON.stringify(outcome));
  return outcome.hash;
}

const statusOf = async (hash: string): Promise<string | undefined> =>
  (await api.transaction(hash, signal))?.status;

describe('accounts', () => {
  test('are found by their index and by their owner, with keys and balances', async () => {
    const found = await api.account(user.accountIndex, signal);
    expect(found).toMatchObject({
      index: user.accountIndex,
      owner: user.owner.address.toLowerCase(),
    });
    expect(await api.accountsOf(user.owner.address, signal)).toEqual([user.accountIndex]);
    expect(await api.apiKey(user, signal)).toMatchObject({ publicKey: user.publicKey });
    expect(await balance(user, 1, 1)).toBe(10_000_000_000n);
    expect(await api.account(42, signal)).toBeUndefined();
    expect(await api.accountsOf(`0x${'42'.repeat(20)}`, signal)).toEqual([]);
    expect(await api.apiKey({ ...user, apiKeyIndex: 7 }, signal)).toBeUndefined();
  });

  test('get keys that their owner signs for, and no others', async () => {
    const key = { account: user, apiKeyIndex: 9, circuitId: chain.circuitId };
    const refused = await api.send(await registerKey({ ...key, owner: other.owner }), signal);
    expect(refused).toMatchObject({ type: 'refused', code: 21_120 });
    const taken = await api.send(await registerKey({ ...key, owner: user.owner }), signal);
    expect(taken.type).toBe('accepted');
    expect(await api.apiKey({ ...user, apiKeyIndex: 9 }, signal)).toMatchObject({ nonce: 1 });
  });
});

describe('the paths of the exchange', () => {
  test('tell its ids at the root, and an account’s index by both names', async () => {
    const ask = async (path: string): Promise<unknown> => (await fetch(chain.rpcUrl + path)).json();
    expect(await ask('/info')).toMatchObject({ code: 200, chain_id: chain.circuitId });
    expect(await ask(`/api/v1/account?by=index&value=${user.accountIndex}`)).toMatchObject({
      accounts: [{ index: user.accountIndex, account_index: user.accountIndex }],
    });
  });

  test('take several transactions at once, up to the first that is refused', async () => {
    const nonce = await api.nextNonce(user, signal);
    const infos = await Promise.all(
      [nonce, nonce + 1, nonce + 7].map(async (each) => signed(await transferOf({ nonce: each }))),
    );
    const batch = async (
      count: number,
      types = infos.map(() => transferType),
    ): Promise<unknown> => {
      const answer = await fetch(`${chain.rpcUrl}/api/v1/sendTxBatch`, {
        method: 'POST',
        body: new URLSearchParams({
          tx_types: JSON.stringify(types.slice(0, count)),
          tx_infos: JSON.stringify(infos.slice(0, count)),
        }),
      });
      return answer.json();
    };
    expect(await batch(2)).toMatchObject({
      code: 200,
      tx_hash: [expect.stringMatching(/^[0-9a-f]{80}$/), expect.stringMatching(/^[0-9a-f]{80}$/)],
    });
    expect(await api.nextNonce(user, signal)).toBe(nonce + 2);
    expect(await batch(3)).toMatchObject({ code: 21_104 });
    expect(await batch(2, [transferType])).toMatchObject({ code: 21_501 });
    await devnet.mine(chain.id, 3);
  });
});

describe('a transfer', () => {
  test('takes the money at once, and gives it when it is executed, step by step', async () => {
    const [before, after] = [await balance(user), await balance(other)];
    const hash = await sentHash();
    expect(await balance(user)).toBe(before - 1_000_000n - fee);
    expect(await statusOf(hash)).toBe('pending');
    for (const status of ['queued', 'committed']) {
      await devnet.mine(chain.id);
      expect(await statusOf(hash)).toBe(status);
      expect(await balance(other)).toBe(after);
    }
    await devnet.mine(chain.id);
    expect(await api.transaction(hash, signal)).toMatchObject({
      status: 'executed',
      type: transferType,
      blockHeight: expect.any(Number) as number,
      executedAt: expect.any(Number) as number,
    });
    expect(await balance(other)).toBe(after + 1_000_000n);
  });

  test('moves an asset between the routes of one account without fee or owner', async () => {
    const spot = await balance(user, 1);
    const change = { toAccountIndex: user.accountIndex, toRouteType: 1, usdcFee: 0n } as const;
    const info = await signed(await transferOf(change), { owner: undefined });
    expect((await send(info)).type).toBe('accepted');
    await devnet.mine(chain.id, 3);
    expect(await balance(user, 1)).toBe(spot + 1_000_000n);
  });

  test('Q7 of more than 2^53 arrives exactly', async () => {
    const huge = 9_007_199_254_740_993n;
    await devnet.faucet(chain.id, String(user.accountIndex), { usdc: huge });
    const before = await balance(other);
    const hash = await sentHash({ amount: huge });
    await devnet.mine(chain.id, 3);
    expect(await balance(other)).toBe(before + huge);
    const [newest] = await api.history({ accountIndex: other.accountIndex, limit: 1 }, signal);
    expect(newest?.hash).toBe(hash);
    expect(newest?.info).toContain('"Amount":9007199254740993,');
  });

  test.each<[string, number, Partial<Transfer>, (() => Signers)?]>([
    ['signed by another key', 21_120, {}, () => ({ key: other })],
    ['without the owner', 21_120, {}, () => ({ owner: undefined })],
    ['signed by another owner', 21_120, {}, () => ({ owner: other })],
    ['with a nonce that is too high', 21_104, { nonce: 10_000 }],
    ['that has expired', 21_502, { expiredAt: 1 }],
    ['with less than the fee', 21_602, { usdcFee: fee - 1n }],
    ['with more than the fee', 21_602, { usdcFee: fee + 1n }],
    ['of more than the account holds', 21_601, { amount: 2n ** 59n }],
    ['of an unknown key', 21_109, { apiKeyIndex: 77 }],
    ['to an unknown account', 21_100, { toAccountIndex: 5 }],
  ])('%s is refused, and nothing has changed', async (_, code, change, signers) => {
    const [before, nonce] = [await balance(user), await api.nextNonce(user, signal)];
    const outcome = await send(await signed(await transferOf(change), signers?.()));
    expect(outcome).toMatchObject({ type: 'refused', code });
    expect(await balance(user)).toBe(before);
    expect(await api.nextNonce(user, signal)).toBe(nonce);
  });

  test('sent twice is taken once, and so are two with one nonce', async () => {
    const transfer = await transferOf();
    const before = await balance(user);
    const rivals = [transfer, transfer, { ...transfer, amount: 7n }];
    const outcomes = await Promise.all(rivals.map(async (rival) => send(await signed(rival))));
    expect(outcomes.filter(({ type }) => type === 'accepted')).toHaveLength(1);
    expect([before - 1_000_000n - fee, before - 7n - fee]).toContain(await balance(user));
  });

  test('with another memo than the owner signed is refused', async () => {
    const transfer = await transferOf();
    const info = await signed(transfer);
    const memoText = `"Memo":[${new Array(32).fill(0xa1).join()}]`;
    expect(info).toContain(memoText);
    const forged = info.replace(memoText, `"Memo":[${new Array(32).fill(0xb2).join()}]`);
    expect(await send(forged)).toMatchObject({ type: 'refused', code: 21_120 });
  });

  test.each(['', '{', '[]', '{"Amount":1}', `{"a":"${'x'.repeat(5_000)}"}`])(
    'of the text %s is refused',
    async (info) => {
      expect(await send(info)).toMatchObject({ type: 'refused', code: 21_501 });
    },
  );
});

describe('faults', () => {
  test('a transaction that was executed can fail: its money goes back', async () => {
    const before = await balance(user);
    const hash = await sentHash();
    await devnet.mine(chain.id, 3);
    const received = await balance(other);
    await devnet.exchange().failTransaction(hash);
    expect(await statusOf(hash)).toBe('failed');
    expect([await balance(user), await balance(other)]).toEqual([before, received - 1_000_000n]);
  });

  test.each(['failed', 'rejected'] as const)('the next transfer ends as %s', async (status) => {
    const before = await balance(user);
    await devnet.exchange().failNext(1, status);
    const hash = await sentHash();
    await devnet.mine(chain.id, 3);
    expect([await statusOf(hash), await balance(user)]).toEqual([status, before]);
  });

  test('what was sent shows itself late', async () => {
    await devnet.exchange().setFaults({ lagMs: 60_000 });
    const hash = await sentHash();
    expect(await statusOf(hash)).toBeUndefined();
    await devnet.shiftClock(chain.id, 61);
    expect(await statusOf(hash)).toBe('pending');
  });

  test('pages repeat rows, leave some out, mix them, or are empty', async () => {
    for (let count = 0; count < 5; count += 1) await sentHash();
    const read = async (offset: number): Promise<readonly string[]> =>
      (await api.history({ accountIndex: user.accountIndex, limit: 3, offset }, signal)).map(
        ({ hash }) => hash,
      );
    const exact = [...(await read(0)), ...(await read(3))];
    expect(new Set(exact).size).toBe(6);
    const [a, b, c, d, e, f] = exact;
    await devnet.exchange().setFaults({ pages: 'duplicate' });
    expect([await read(0), await read(3)]).toEqual([
      [a, a, b],
      [b, c, c],
    ]);
    await devnet.exchange().setFaults({ pages: 'shift' });
    expect([await read(0), (await read(3)).slice(0, 2)]).toEqual([
      [a, b, c],
      [e, f],
    ]);
    await devnet.exchange().setFaults({ order: 'mixed' });
    expect(await read(0)).toEqual([d, c, b]);
    await devnet.exchange().setFaults({ pages: 'empty' });
    expect(await read(0)).toEqual([]);
  });

  test('an answer that gets lost leaves the transfer taken', async () => {
    await devnet.exchange().setFaults({ unanswered: 1 });
    const nonce = await api.nextNonce(user, signal);
    const outcome = await send(await signed(await transferOf()));
    expect(outcome.type).toBe('unanswered');
    expect(await api.nextNonce(user, signal)).toBe(nonce + 1);
  });

  test('the exchange lies about what it is told to', async () => {
    const hash = await sentHash();
    const told = async (): Promise<string | undefined> =>
      (await api.transaction(hash, signal))?.info;
    const honest = await told();
    for (const lie of ['amount', 'memo', 'receiver'] as const) {
      await devnet.exchange().setFaults({ lies: [lie] });
      expect(await told(), lie).not.toBe(honest);
    }
    await devnet.exchange().setFaults({ lies: ['status', 'nonce', 'fee'] });
    expect(await statusOf(hash)).toBe('executed');
    const parties = { fromAccountIndex: user.accountIndex, toAccountIndex: other.accountIndex };
    expect(await api.transferFee(parties, signal)).toBe(fee + 1n);
    await devnet.exchange().setFaults({ lies: ['missing'] });
    expect(await statusOf(hash)).toBeUndefined();
    await devnet.exchange().setFaults();
    expect([await told(), await statusOf(hash)]).toEqual([honest, 'pending']);
  });

  test('paused transfers are refused', async () => {
    await devnet.exchange().setFaults({ isPaused: true });
    expect(await send(await signed(await transferOf()))).toMatchObject({ code: 21_515 });
  });
});

test('pages of a browser use the API, but not the controls', async () => {
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${chain.rpcUrl}${path}`, { ...init, headers: { origin: 'https://app.example' } });
  expect((await ask(`/api/v1/account?by=index&value=${user.accountIndex}`)).status).toBe(200);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'devnetMine', params: [1] });
  expect((await ask('/', { method: 'POST', body })).status).toBe(403);
});

test('a signer of the wallet package signs what the exchange takes', async () => {
  const account = privateKeyToAccount(user.owner.privateKey);
  const signer = keySigner({
    accountIndex: user.accountIndex,
    apiKeyIndex: user.apiKeyIndex,
    privateKey: hexToBytes(user.privateKey),
    owner: {
      address: account.address,
      signMessage: (text) => account.signMessage({ message: text }),
    },
  });
  const transfer = await transferOf();
  const signatures = await signer.signTransfer({
    transfer,
    circuitId: chain.circuitId,
    needsOwner: true,
  });
  expect((await send(writeTransfer({ transfer, ...signatures }))).type).toBe('accepted');
});
