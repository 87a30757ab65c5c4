import { setTimeout as delay } from 'node:timers/promises';
import type { Chain, ChainEvent, ChainUpdate } from '@portage/core/chain';
import { deposit } from '@portage/solana/program';
import { solanaCodec } from '@portage/solana/codec';
import { startFaultProxy, type Fault, type FaultProxy } from '@portage/testing';
import { PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js';
import { base58 } from '@scure/base';
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSolana } from '../../test/openSolana.js';
import type { SolanaChainConfig } from '../index.js';
import { startChain, type TestChain } from '../../test/startChain.js';

let node: TestChain;
let proxies: readonly FaultProxy[];
let closing: AbortController;

beforeAll(async () => {
  node = await startChain();
});
afterAll(() => node.stop());
beforeEach(async () => {
  closing = new AbortController();
  proxies = await Promise.all([1, 2, 3].map(() => startFaultProxy({ target: node.rpcUrl })));
});
afterEach(async () => {
  closing.abort();
  await Promise.all(proxies.map((proxy) => proxy.close()));
});

/** The chain behind three endpoints, of which two must agree; the first is preferred. */
const open = (): Promise<Chain> =>
  openSolana(
    {
      ...node.config,
      rpcUrls: proxies.map(({ url }, index) => ({ url, operator: String(index) })),
      finality: [{ confirmations: 'finalized' }],
      devnet: false,
      pollMs: 50,
      timeoutMs: 5_000,
    },
    closing.signal,
  );

/** Pays an order in, and answers with the transaction as soon as it is confirmed. */
async function payIn(): Promise<string> {
  const user = node.user(7);
  const sender = user.publicKey.toBase58();
  const id = `0x${randomBytes(32).toString('hex')}`;
  const { depository } = node.programs;
  const paid = deposit({
    depository,
    sender,
    depositor: sender,
    currency: solanaCodec.nativeCurrency,
    amount: 5n,
    id,
  });
  const { blockhash, lastValidBlockHeight } = await node.connection.getLatestBlockhash();
  const transaction = new Transaction({
    blockhash,
    lastValidBlockHeight,
    feePayer: user.publicKey,
  });
  transaction.add(
    new TransactionInstruction({
      programId: new PublicKey(paid.programId),
      data: Buffer.from(paid.data),
      keys: paid.keys.map((key) => ({ ...key, pubkey: new PublicKey(key.pubkey) })),
    }),
  );
  transaction.sign(user);
  const txId = await node.connection.sendRawTransaction(transaction.serialize());
  await expect
    .poll(async () => (await node.connection.getSignatureStatus(txId)).value?.confirmationStatus)
    .toMatch(/confirmed|finalized/);
  return txId;
}

/** Follows the chain from now on. */
async function follow(
  chain: Chain,
): Promise<{ readonly height: () => number; readonly events: () => readonly ChainEvent[] }> {
  const slot = await node.connection.getSlot('confirmed');
  const { blockhash, blockTime } = (await node.connection.getBlock(slot, {
    maxSupportedTransactionVersion: 0,
  }))!;
  const taken: ChainUpdate[] = [];
  const known = [{ height: slot, hash: blockhash, time: blockTime ?? 0 }];
  void (async () => {
    for await (const update of chain.observe.updates(known, closing.signal)) taken.push(update);
  })();
  return {
    height: () => {
      const last = taken.at(-1);
      return last?.type === 'advance' ? last.cursor.height : -1;
    },
    events: () => taken.flatMap((update) => (update.type === 'advance' ? update.events : [])),
  };
}

const future = 10_000;
const slots = (change: (slot: number) => number): Fault => ({
  type: 'falsify',
  methods: ['getSlot'],
  result: (slot) => change(Number(slot)),
});

describe('one liar among three endpoints', () => {
  it('changes neither the price of compute units nor rent', async () => {
    const costOf = (chain: Chain): bigint | undefined =>
      chain.gas.estimate({ type: 'fill', currency: solanaCodec.nativeCurrency, calls: [] })?.value;
    const honest = costOf(await open());
    const lies = { price: 0, rent: 0 };
    proxies[0]!.set([
      {
        type: 'falsify',
        methods: ['getRecentPrioritizationFees'],
        result: () => {
          lies.price += 1;
          return [{ slot: 1, prioritizationFee: 1_000_000_000 }];
        },
      },
      {
        type: 'falsify',
        methods: ['getMinimumBalanceForRentExemption'],
        result: () => {
          lies.rent += 1;
          return 9_000_000_000;
        },
      },
    ]);
    // Rent is read when a chain is opened, and seldom after that.
    const lied = await open();
    await expect.poll(() => lies.price).toBeGreaterThan(9);
    expect(lies.rent).toBeGreaterThanOrEqual(3);
    expect(honest).toBeGreaterThan(0n);
    expect(costOf(lied)).toBe(honest);
  });

  it.each<readonly [string, readonly Fault[], boolean]>([
    ['tells of slots of the future', [slots((slot) => slot + future)], true],
    ['stands still', [slots(() => 3)], true],
    ['answers nonsense', [{ type: 'falsify', result: () => 'nonsense' }], false],
    ['refuses', [{ type: 'rpcError', code: -32_000, message: 'no' }], false],
    [
      'tells of blocks of the future',
      [
        slots((slot) => slot + future),
        {
          type: 'falsify',
          methods: ['getBlock'],
          result: () => ({
            blockhash: '2'.repeat(32),
            previousBlockhash: '3'.repeat(32),
            parentSlot: 5,
            blockTime: 7,
          }),
        },
      ],
      true,
    ],
  ])(
    'H9: that %s keeps the chain neither from opening nor from going on',
    async (_, faults, fromStart) => {
      if (fromStart) proxies[0]!.set(faults);
      const chain = await open();
      proxies[0]!.set(faults);
      const start = await node.connection.getSlot('confirmed');
      const { height, events } = await follow(chain);
      const txId = await payIn();
      await expect.poll(() => events().map((event) => event.txId)).toEqual([txId]);
      expect(height()).toBeGreaterThan(start);
      expect(chain.observe.tip()?.value.height).toBeLessThan(start + future);
    },
  );

  it('H6: that lists a transaction which does not exist stops nothing and is left alone with it', async () => {
    const chain = await open();
    const { height, events } = await follow(chain);
    const invented = base58.encode(randomBytes(64));
    proxies[0]!.set([
      {
        type: 'falsify',
        methods: ['getSignaturesForAddress'],
        result: (list, params) => {
          const { minContextSlot } = params[1] as { readonly minContextSlot: number };
          return [
            { signature: invented, slot: minContextSlot, err: null },
            ...(list as readonly unknown[]),
          ];
        },
      },
    ]);
    const start = height();
    const txId = await payIn();
    await expect.poll(() => events().map((event) => event.txId)).toEqual([txId]);
    await expect.poll(height).toBeGreaterThan(start + 5);
    expect(proxies[0]!.injected.length).toBeGreaterThan(0);
  });

  it('H7: that forgets a transaction is found out', async () => {
    const chain = await open();
    const { events } = await follow(chain);
    proxies[0]!.set([{ type: 'falsify', methods: ['getSignaturesForAddress'], result: () => [] }]);
    const txId = await payIn();
    await expect.poll(() => events().map((event) => event.txId)).toEqual([txId]);
  });

  it('is made up for by a second reading of the slots where it forgets a transaction', async () => {
    const chain = await open();
    const txId = await payIn();
    const [event] = await chain.observe.trace(txId);
    const height = event?.height ?? 0;
    await node.mine(2);
    proxies[0]!.set([{ type: 'falsify', methods: ['getSignaturesForAddress'], result: () => [] }]);
    for (const turn of [0, 1, 2]) {
      const read = (first: number, last: number) =>
        chain.observe.reread!.read({ first, last, turn }, closing.signal);
      expect(await read(height, height)).toEqual([{ txId }]);
      expect(await read(height + 1, height + 1)).toEqual([]);
    }
  });

  it('H8: makes nothing final', async () => {
    const chain = await open();
    const txId = await payIn();
    proxies[0]!.set([slots((slot) => slot + 1_000)]);
    await delay(700);
    const [event] = await chain.observe.trace(txId);
    if (event === undefined) throw new Error('the deposit is told');
    expect(await chain.observe.confirm([event])).toEqual([true]);
    expect(await chain.observe.confirm([event], undefined, 'finalized')).toEqual([false]);
    const { height } = await follow(chain);
    await expect.poll(height).toBeGreaterThan(0);
    await node.mine(40);
    expect(await chain.observe.confirm([event], undefined, 'finalized')).toEqual([true]);
  });

  it('H8: tells no balance that is believed', async () => {
    const chain = await open();
    const account = node.user(3).publicKey.toBase58();
    const read = (): Promise<bigint> => chain.balances.read(account, solanaCodec.nativeCurrency);
    const before = await read();
    proxies[0]!.set([
      {
        type: 'falsify',
        methods: ['getMultipleAccounts'],
        result: () => ({ context: { slot: 1 }, value: [null] }),
      },
    ]);
    expect(await read()).toBe(before);
    const dissents = () => chain.endpoints!().map(({ dissents: own }) => own.get('balance') ?? 0);
    await expect.poll(() => dissents()[0]).toBeGreaterThan(0);
    expect(dissents().slice(1)).toEqual([0, 0]);
    expect(before).toBeGreaterThan(0n);
    proxies[1]!.set([{ type: 'htmlBody' }]);
    await expect(read()).rejects.toMatchObject({ code: 'RPC_HTTP_ERROR' });
  });
});

describe('endpoints that protect from nothing', () => {
  const opened = (changes: Partial<SolanaChainConfig>): Promise<Chain> =>
    openSolana(
      { ...node.config, devnet: false, finality: [{ confirmations: 'finalized' }], ...changes },
      closing.signal,
    );

  it('are refused where two are on one host', async () => {
    const rpcUrls = [node.rpcUrl, `${node.rpcUrl}/again`];
    await expect(async () => opened({ rpcUrls })).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      details: [{ path: 'rpcUrls.1', message: 'is on the host of another endpoint' }],
    });
  });

  it('are refused where one makes the quorum, and warned of where it is no majority', async () => {
    await expect(async () => opened({ rpcUrls: [node.rpcUrl] })).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      details: [{ path: 'rpcUrls' }],
    });
    const fourth = await startFaultProxy({ target: node.rpcUrl });
    const rpcUrls = [...proxies, fourth].map(({ url }, index) => ({
      url,
      operator: String(index),
    }));
    expect((await opened({ rpcUrls, quorum: 2 })).warnings).toEqual([
      expect.stringContaining('A quorum of 2 of 4 endpoints is no majority'),
    ]);
    expect((await opened({ rpcUrls, quorum: 3 })).warnings ?? []).toEqual([]);
    await fourth.close();
  });
});
