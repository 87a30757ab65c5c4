import { solanaChain } from '@portage/devnet';
import type { GasOperation } from '@portage/core/chain';
import { Money } from '@portage/core';
import { quoteSchema } from '@portage/core/schemas';
import { casesOf, eventually, isNightly, testMsMax } from '@portage/testing';
import { Connection, Keypair, PublicKey } from '@solana/web3.js';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContext } from '../src/createContext.js';
import { findPlace } from '../src/currencies.js';
import { sendOnSolana } from '../src/demonstrations/solanaSide.js';
import { transfer, type Transfer } from '../src/demonstrations/transfer.js';
import { depositUnmatched } from '../src/demonstrations/unmatchedDeposit.js';
import { readStatus } from './endOf.js';
import { impatient, openWithdrawal, postTo, quoteAhead, signClaim } from './spike/askedInTime.js';
import { chargeOf, createDoors, type DoorEnd, type Doors } from './spike/doors.js';
import { startDearPriority, type DearPriority } from './startDearPriority.js';
import { startTestSystem, type TestSystem } from './testSystem.js';

/** Compute units on Solana become dear between a quote and what the solver signs for it. */
let system: TestSystem;
let node: DearPriority;
let connection: Connection;
let doors: Doors;

const solana = 792_703_809;
/** A chain as the configuration describes it. */
type Described = Readonly<Record<string, unknown>>;

/** Price at which the fee of a payment of a token is some 0.05 SOL, micro-lamports. */
const dear = 500_000_000;
const dearFee = 10_000_000n;

beforeAll(async () => {
  node = await startDearPriority();
  system = await startTestSystem({
    configure: (described) => ({
      ...described,
      policy: impatient,
      chains: (described.chains as readonly Described[]).map((chain) => {
        if (chain['vm'] !== 'svm') return chain;
        node.follow(String(asArray(chain['rpcUrls'])[0]));
        return { ...chain, rpcUrls: [node.url], priceCeiling: String(2 * dear) };
      }),
    }),
  });
  connection = new Connection(solanaChain(system.devnet.description).rpcUrl, 'confirmed');
  const native = findPlace(system.devnet, 'sol@solana').address;
  doors = createDoors(
    system,
    { family: 'Solana', chainId: solana, native, decimals: 9 },
    { whileDear, balance: gasOfSolver },
  );
});
afterAll(async () => {
  await system.close();
  node.close();
});

const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const contextOf = (index: number) =>
  createContext(system, index, { signal: AbortSignal.timeout(testMsMax) });
const usdc = (): string => findPlace(system.devnet, 'usdc@solana').address;
const chain = () => system.service.chains.byId(solana);
const gasOfSolver = async (): Promise<bigint> =>
  BigInt(await connection.getBalance(new PublicKey(chain().spend!.sender)));

const statusOf = (requestId: string) => readStatus(system.url, requestId);

const becomes = (requestId: string, status: string, failReason = 'N/A'): Promise<void> =>
  expect.poll(() => statusOf(requestId)).toMatchObject({ status, failReason });

const untilFee = (holds: (fee: bigint) => boolean): Promise<unknown> => {
  const operation = { type: 'relay', gasLimit: 100_000 } as const;
  return eventually(
    () => Promise.resolve(chain().gas.estimate(operation)?.value ?? -1n),
    (fee) => fee >= 0n && holds(fee),
    { what: 'the price of compute units' },
  );
};

/** Does something while compute units are dear. */
async function whileDear(work: () => Promise<void>): Promise<void> {
  node.set(dear);
  await untilFee((fee) => fee > dearFee);
  try {
    await work();
  } finally {
    node.set(undefined);
    await untilFee((fee) => fee < dearFee);
  }
}

/** A door at which a deposit is paid, and what its payer bears of it. */
interface PaidDoor {
  readonly door: 'fill' | 'refund';
  readonly charged: (done: Transfer) => DoorEnd['charged'];
}

/** Pays a quote of calm times once compute units are dear. */
async function payWhenDear(
  { door, charged }: PaidDoor,
  options: Parameters<typeof transfer>[1],
): Promise<{ readonly done: Transfer; readonly gas: bigint }> {
  const pay = await quoteAhead((onQuote) => transfer(contextOf(2), { ...options, onQuote }));
  const operation: GasOperation =
    door === 'fill'
      ? { type: 'fill', currency: usdc(), calls: [] }
      : { type: 'refund', currency: findPlace(system.devnet, 'sol@solana').address };
  const gas = await doors.at(door, operation, async () => {
    const done = await pay();
    return { charged: charged(done), end: `${done.status}; the deposit goes back` };
  });
  return { done: await pay(), gas };
}

const toFill: PaidDoor = { door: 'fill', charged: ({ quote }) => chargeOf(quote) };
const lamportsSent = 1_500_000_000n;
const toRefund: PaidDoor = { door: 'refund', charged: ({ refunded }) => lamportsSent - refunded };

test('L12: an order is not filled while compute units are dear: its deposit goes back on its own chain', async () => {
  const { done, gas } = await payWhenDear(toFill, {
    from: 'usdc@base',
    to: 'usdc@solana',
    amount: '20',
  });
  expect([done.status, done.received, gas]).toEqual(['refund', 0n, 0n]);
  expect(await statusOf(done.quote.requestId)).toMatchObject({
    failReason: 'QUOTED_GAS_LIMIT_EXCEEDED',
  });
  expect(done.refunded).toBeGreaterThan(19_000_000n);
});

test.runIf(isNightly)(
  'L12: a refund while compute units are dear costs its payer the fee, and the solver none',
  async () => {
    const { done, gas } = await payWhenDear(toRefund, {
      from: 'sol@solana',
      to: 'usdc@base',
      amount: '1.5',
      members: { ttl: 1 },
      delayMs: 2_500,
    });
    expect(done.status).toBe('refund');
    expect(gas).toBeGreaterThan(dearFee);
    expect(lamportsSent - done.refunded).toBeGreaterThanOrEqual(gas);
  },
);

test('L12: what lies at a deposit address stays there while compute units are dear, and is swept then', async () => {
  const recipient = privateKeyToAddress(generatePrivateKey());
  const [user, refundTo] = [Keypair.generate(), Keypair.generate()].map(({ publicKey }) =>
    publicKey.toBase58(),
  );
  const usdc = findPlace(system.devnet, 'usdc@solana');
  const body = {
    user,
    recipient,
    refundTo,
    useDepositAddress: true,
    originChainId: solana,
    destinationChainId: 8453,
    originCurrency: usdc.address,
    destinationCurrency: system.usdc(8453),
    amount: '20000000',
  };
  const quote = quoteSchema.parse(await postTo(`${system.url}/quote/v2`, body));
  const address = quote.steps[0]?.depositAddress ?? '';
  const heldThere = async (): Promise<bigint> => chain().balances.read(address, usdc.address);
  const sweep = { type: 'sweep', currency: usdc.address } as const;
  const gas = await doors.at('sweep', sweep, async () => {
    await sendOnSolana(contextOf(3), usdc, address, 20_000_000n);
    const { height } = chain().observe.tip()!.value;
    await expect.poll(() => chain().observe.tip()!.value.height).toBeGreaterThan(height + 10);
    expect(await heldThere()).toBe(20_000_000n);
    return { charged: chargeOf(quote), end: 'stays at its address, and is swept later' };
  });
  expect(gas).toBe(0n);
  await becomes(quote.requestId, 'success');
  expect(await heldThere()).toBe(0n);
});

test.runIf(isNightly)(
  'L12: a claim of app fees is not paid while compute units are dear: it is its wallet’s again',
  async () => {
    const key = generatePrivateKey();
    const wallet = privateKeyToAddress(key);
    const { status } = await transfer(contextOf(4), {
      from: 'usdc@solana',
      to: 'usdc@base',
      // A tenth of it: a claim of less than some 50 dollars costs too much on any day.
      amount: '630',
      members: { appFees: [{ recipient: wallet, fee: '1000' }] },
    });
    expect(status).toBe('success');
    const { claimId, claimable, send } = await signClaim(system.url, key, {
      chainId: solana,
      currency: usdc(),
      recipient: Keypair.generate().publicKey.toBase58(),
    });
    const earned = await claimable();
    const fill = { type: 'fill', currency: usdc(), calls: [] } as const;
    const gas = await doors.at('claim', fill, async () => {
      await send();
      await becomes(claimId, 'failure', 'QUOTED_GAS_LIMIT_EXCEEDED');
      // A hundredth of the claim is what its gas may cost.
      const charged = String(Number(earned) / 100_000_000);
      return { charged, end: 'failure; the fees are the wallet’s again' };
    });
    expect(gas).toBe(0n);
    expect(await claimable()).toBe(earned);
    expect(await system.books.audit()).toEqual([]);
  },
);

/** Withdrawal of one deposit of the fifth account, which may be signed more than once. */
async function withdrawable(name: `${string}@solana`, amount: string) {
  const place = findPlace(system.devnet, name);
  const deposited = Money.parse(amount, place.decimals);
  await depositUnmatched(contextOf(5), place, deposited);
  // The account of a token costs rent, which is more than a tenth of little.
  const maxFee = deposited / 2n;
  const asked = await openWithdrawal(contextOf(5), { place, amount: deposited, maxFee });
  return { ...asked, deposited };
}

const amounts = { 'sol@solana': '0.2', 'usdc@solana': '30' } as const;

test.each(
  casesOf<keyof typeof amounts>({ daily: ['sol@solana'], nightly: ['sol@solana', 'usdc@solana'] }),
)(
  'L12: a withdrawal of %s that would pay more than its owner signed for is not paid while compute units are dear',
  async (name) => {
    const asked = await withdrawable(name, amounts[name]);
    const { send } = await asked.sign();
    const refund = { type: 'refund', currency: findPlace(system.devnet, name).address } as const;
    const gas = await doors.at('withdrawal', refund, async () => {
      const jobId = await send();
      await expect
        .poll(() => asked.status(jobId))
        .toMatchObject({ status: 'failed', txHash: null });
      return { charged: 0n, end: `failed; its owner signs another one (${name})` };
    });
    expect([gas, await asked.received()]).toEqual([0n, 0n]);
    const jobId = await (await asked.sign()).send();
    await expect.poll(() => asked.status(jobId)).toMatchObject({ status: 'executed' });
    expect(await asked.received()).toBeGreaterThan(asked.deposited / 2n);
    expect(await system.books.audit()).toEqual([]);
  },
);

test.runIf(isNightly)(
  'L12: a withdrawal that is worth it while compute units are dear bears their fee, within what its owner signed',
  async () => {
    const asked = await withdrawable('sol@solana', '1.5');
    let charged = 0n;
    const refund = {
      type: 'refund',
      currency: findPlace(system.devnet, 'sol@solana').address,
    } as const;
    const gas = await doors.at('large withdrawal', refund, async () => {
      const jobId = await (await asked.sign()).send();
      await expect.poll(() => asked.status(jobId)).toMatchObject({ status: 'executed' });
      charged = asked.deposited - (await asked.received());
      return { charged, end: 'executed; its owner bears the fee' };
    });
    expect(gas).toBeGreaterThan(dearFee);
    expect(charged).toBeGreaterThanOrEqual(gas);
    expect(await system.books.audit()).toEqual([]);
  },
);
