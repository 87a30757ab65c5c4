import { isPortageError } from '@portage/core';
import type { Chain, ChainEvent } from '@portage/core/chain';
import { startFaultProxy } from '@portage/testing';
import { PublicKey, Transaction, TransactionInstruction, type Keypair } from '@solana/web3.js';
import { base58 } from '@scure/base';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChain, type TestChain } from '../../test/startChain.js';
import { solanaCodec } from '@portage/solana/codec';
import {
  associatedTokenAddress,
  createAssociatedToken,
  deposit,
  governDepository,
  programs,
} from '@portage/solana/program';
import { defineLayout, field } from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';
import { openSolana } from '../../test/openSolana.js';
import { offeredPrice } from '../spend/createSigner.js';

const sol = solanaCodec.nativeCurrency;
const randomId = (): string => `0x${randomBytes(32).toString('hex')}`;
const closing = new AbortController();
let node: TestChain;
let chain: Chain;
let user: Keypair;

beforeAll(async () => {
  node = await startChain();
  chain = await openSolana(node.config, closing.signal, node.keys);
  user = node.user(7);
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

const payIn = (
  id: string,
  currency: string,
  amount: bigint,
  depositor = user.publicKey.toBase58(),
): Instruction =>
  deposit({
    depository: node.programs.depository,
    sender: user.publicKey.toBase58(),
    depositor,
    currency,
    amount,
    id,
  });

/**
 * Sends instructions as one transaction, whatever comes of it, and answers with its id once it is
 * part of the chain.
 */
async function send(...instructions: readonly Instruction[]): Promise<string> {
  return sendFrom(user, ...instructions);
}

async function sendFrom(from: Keypair, ...instructions: readonly Instruction[]): Promise<string> {
  const { blockhash, lastValidBlockHeight } = await node.connection.getLatestBlockhash();
  const transaction = new Transaction({
    blockhash,
    lastValidBlockHeight,
    feePayer: from.publicKey,
  });
  for (const { programId, keys, data } of instructions) {
    transaction.add(
      new TransactionInstruction({
        programId: new PublicKey(programId),
        keys: keys.map((key) => ({ ...key, pubkey: new PublicKey(key.pubkey) })),
        data: Buffer.from(data),
      }),
    );
  }
  transaction.sign(from);
  const txId = await node.connection.sendRawTransaction(transaction.serialize(), {
    skipPreflight: true,
  });
  // One that fails is part of the chain all the same.
  while ((await node.connection.getSignatureStatus(txId)).value?.confirmationStatus !== 'confirmed')
    await node.mine(1);
  return txId;
}

/** `Transfer` of the system program. */
function systemTransfer(from: string, to: string, lamports: bigint): Instruction {
  const data = new Uint8Array(12);
  data[0] = 2;
  new DataView(data.buffer).setBigUint64(4, lamports, true);
  return {
    programId: programs.system,
    keys: [
      { pubkey: from, isSigner: true, isWritable: true },
      { pubkey: to, isSigner: false, isWritable: true },
    ],
    data,
  };
}

/** Updates about a transaction. */
async function told(txId: string, from: Chain = chain): Promise<readonly ChainEvent[]> {
  const height =
    (await node.connection.getSignatureStatus(txId, { searchTransactionHistory: true })).value
      ?.slot ?? 0;
  const stop = new AbortController();
  const events: ChainEvent[] = [];
  for await (const update of from.observe.updates([], stop.signal)) {
    if (update.type === 'rollback') throw new Error('Nothing was taken back.');
    events.push(...update.events.filter((event) => event.txId === txId));
    if (update.cursor.height >= height) break;
  }
  stop.abort();
  return events;
}

describe('deposits', () => {
  it('D12: two in one transaction are two, in their order, whoever they name', async () => {
    const [one, two] = [randomId(), randomId()];
    const other = node.user(8).publicKey.toBase58();
    const txId = await send(payIn(one, sol, 5n), payIn(two, node.usdc, 6n, other));
    const payer = user.publicKey.toBase58();
    const events = await told(txId);
    expect(events).toEqual([
      expect.objectContaining({
        type: 'deposit',
        orderId: one,
        currency: sol,
        amount: 5n,
        payer,
        depositor: payer,
        ordinal: 0,
      }),
      expect.objectContaining({
        type: 'deposit',
        orderId: two,
        currency: node.usdc,
        amount: 6n,
        payer,
        depositor: other,
        ordinal: 1,
      }),
    ]);
    expect(await chain.observe.trace(txId)).toEqual(events);
  });

  it('D11, R14: in a transaction that failed are none', async () => {
    const txId = await send(payIn(randomId(), sol, 5n), payIn(randomId(), sol, 10n ** 15n));
    expect((await node.connection.getSignatureStatus(txId)).value?.err).not.toBeNull();
    expect(await told(txId)).toEqual([]);
    expect(await chain.observe.trace(txId)).toEqual([]);
  });

  it('D9, R4: are none that another program was told of, or that a memo merely looks like', async () => {
    const event = defineLayout('event:DepositEvent', {
      depositor: field.address,
      currency: field.optionalMint,
      amount: field.u64,
      id: field.bytes32,
    });
    const data = event.encode({
      depositor: user.publicKey.toBase58(),
      currency: sol,
      amount: 10n ** 9n,
      id: randomId(),
    });
    const memo = {
      programId: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
      keys: [],
      data: Buffer.from(`Program data: ${Buffer.from(data).toString('base64')}`),
    };
    const real = randomId();
    const txId = await send(memo, payIn(real, sol, 5n), memo);
    expect(await told(txId)).toEqual([
      expect.objectContaining({ type: 'deposit', orderId: real, amount: 5n, ordinal: 0 }),
    ]);
  });

  it('R3: into an account that is not the vault are refused by the program', async () => {
    const honest = payIn(randomId(), node.usdc, 6n);
    const own = associatedTokenAddress({
      owner: node.user(8).publicKey.toBase58(),
      mint: node.usdc,
      tokenProgram: programs.token,
    });
    const txId = await send({
      ...honest,
      keys: honest.keys.map((key, index) => (index === 6 ? { ...key, pubkey: own } : key)),
    });
    expect((await node.connection.getSignatureStatus(txId)).value?.err).toMatchObject({
      InstructionError: [0, { Custom: expect.any(Number) as number }],
    });
    expect(await told(txId)).toEqual([]);
  });

  it('that an endpoint leaves out are found at the others, and those that it alone denies are not confirmed', async () => {
    const proxies = await Promise.all([1, 2].map(() => startFaultProxy({ target: node.rpcUrl })));
    const urls = proxies.map(({ url }) => url);
    const stop = new AbortController();
    const several = await openSolana(
      { ...node.config, rpcUrls: [...urls, node.rpcUrl] },
      stop.signal,
      node.keys,
    );
    // It must not be final yet when a depth is asked for, so everything else is open before.
    const [event] = await told(await send(payIn(randomId(), sol, 5n)), several);
    if (event?.type !== 'deposit') throw new Error('The deposit is told.');
    const silent = {
      type: 'rpcError',
      code: -32004,
      message: 'no',
      methods: ['getTransaction'],
    } as const;
    expect(await several.observe.confirm([event])).toEqual([true]);
    expect(await several.observe.confirm([event], undefined, 10_000)).toEqual([false]);
    await node.mine(40);
    expect(await several.observe.confirm([event], undefined, 'finalized')).toEqual([true]);
    proxies[0]?.set([silent]);
    expect(await several.observe.confirm([event]), 'two of three').toEqual([true]);
    proxies[1]?.set([silent]);
    expect(await several.observe.confirm([event]), 'one of three').toEqual([false]);
    stop.abort();
    await Promise.all(proxies.map((proxy) => proxy.close()));
  });
});

describe('payments', () => {
  it('R10: are not signed anew while one endpoint knows them, or too few can be asked', async () => {
    const proxy = await startFaultProxy({ target: node.rpcUrl });
    const stop = new AbortController();
    const several = await openSolana(
      { ...node.config, rpcUrls: [proxy.url, node.rpcUrl] },
      stop.signal,
      node.keys,
    );
    const { spend } = several;
    if (spend === undefined) throw new Error('The chain spends.');
    const intent = {
      type: 'fill',
      orderId: randomId(),
      currency: sol,
      recipient: solanaCodec.decodeAddress(randomBytes(32)),
      amount: 2_000_000n,
      calls: [],
    } as const;
    const [signed] = await spend.prepare([intent], 0n);
    if (signed === undefined) throw new Error('One payment gives one transaction.');
    await node.controls.expireBlockhashes();
    await node.mine(3);
    proxy.set([
      { type: 'rpcError', code: -32004, message: 'no', methods: ['getSignatureStatuses'] },
    ]);
    expect(await spend.bump(intent, signed), 'one endpoint does not answer').toEqual(signed);
    proxy.set([]);
    const dear = await spend.bump(intent, signed, [], () => false);
    const covered = await spend.bump(intent, signed, [], () => true);
    expect(dear.txId, 'both deny it').not.toBe(signed.txId);
    expect(offeredPrice(dear), 'what is not covered keeps its price').toBe(offeredPrice(signed));
    expect(offeredPrice(covered)).toBeGreaterThan(offeredPrice(signed));
    stop.abort();
    await proxy.close();
  });

  it('R7: reach a recipient whose account for the token is missing, and fail where it belongs to somebody else', async () => {
    const { spend } = chain;
    if (spend === undefined) throw new Error('The chain spends.');
    const taken = node.user(9).publicKey.toBase58();
    const holding = {
      owner: user.publicKey.toBase58(),
      mint: node.usdc,
      tokenProgram: programs.token,
    };
    // SetAuthority, of the account's owner.
    const giveAway: Instruction = {
      programId: programs.token,
      keys: [
        { pubkey: associatedTokenAddress(holding), isSigner: false, isWritable: true },
        { pubkey: holding.owner, isSigner: true, isWritable: false },
      ],
      data: Uint8Array.from([6, 2, 1, ...solanaCodec.encodeAddress(taken)]),
    };
    await send(createAssociatedToken(holding.owner, holding), giveAway);
    const intent = {
      type: 'fill',
      orderId: randomId(),
      currency: node.usdc,
      recipient: holding.owner,
      amount: 3n,
      calls: [],
    } as const;
    const [signed] = await spend.prepare([intent], await spend.nextSequence());
    await spend.broadcast([signed!]);
    await node.mine(2);
    expect(await spend.inspect([signed!])).toEqual([
      expect.objectContaining({ status: 'reverted', gasCost: 5_000n }),
    ]);
  });

  it('cost what left the solver beside what was paid: fees and rent', async () => {
    const { spend, recipients } = chain;
    if (spend === undefined) throw new Error('The chain spends.');
    for (const currency of [sol, node.usdc]) {
      const recipient = solanaCodec.decodeAddress(randomBytes(32));
      const rent = (await recipients?.ask({ currency, recipient }))?.rent ?? 0n;
      expect(rent > 0n).toBe(currency === node.usdc);
      const intent = {
        type: 'fill',
        orderId: randomId(),
        currency,
        recipient,
        amount: 2_000_000n,
        calls: [],
        opensAccount: true,
      } as const;
      const before = await chain.balances.read(spend.sender, sol);
      const [signed] = await spend.prepare([intent], await spend.nextSequence());
      await spend.broadcast([signed!]);
      await node.mine(2);
      const [outcome] = await spend.inspect([signed!]);
      const left =
        before -
        (await chain.balances.read(spend.sender, sol)) -
        (currency === sol ? intent.amount : 0n);
      const estimated = chain.gas.estimate({ type: 'fill', currency, calls: [] })?.value ?? 0n;
      expect(outcome).toMatchObject({ status: 'mined', gasCost: left });
      expect(left).toBe(estimated + rent);
      expect((await recipients?.ask({ currency, recipient }))?.rent).toBe(rent);
    }
  });
});

describe('the vault', () => {
  it('FI3: gives what the limit of the currency leaves, and no more than it holds', async () => {
    const { vault } = chain;
    if (vault === undefined) throw new Error('The chain spends.');
    await send(payIn(randomId(), sol, 5_000_000n));
    const [held] = await vault.held([
      { orderId: randomId(), depositor: user.publicKey.toBase58(), currency: sol },
    ]);
    expect(held).toBeGreaterThanOrEqual(5_000_000n);
    expect(await vault.available(sol)).toBe(held);
    const { guardian } = node;
    await send(
      systemTransfer(user.publicKey.toBase58(), guardian.publicKey.toBase58(), 10_000_000n),
    );
    await sendFrom(
      guardian,
      governDepository({
        depository: node.programs.depository,
        signer: guardian.publicKey.toBase58(),
        action: { type: 'lower_limit', token: sol, capacity: 1_000_000n, window: 31_536_000n },
      }),
    );
    expect(await vault.available(sol)).toBe(1_000_000n);
    const governance = { limits: { sol: { capacity: '1000000', window: 31_536_000 } } };
    const again = await openSolana({ ...node.config, governance }, closing.signal, node.keys);
    expect(again.id).toBe(node.config.id);
    for (const [id, message] of [
      ['usdc', 'lets out 18446744073709551615 within 3600 seconds, not 1000000 within 31536000'],
      ['nothing', 'no currency of the chain has this id'],
    ] as const)
      await expect(
        openSolana(
          { ...node.config, governance: { limits: { [id]: governance.limits.sol } } },
          closing.signal,
        ),
      ).rejects.toMatchObject({
        code: 'INVALID_CONFIGURATION',
        details: [
          { path: `governance.limits.${id}`, message: expect.stringContaining(message) as string },
        ],
      });
  });
});

describe('transactions', () => {
  it('have ids that are looked up as they are', async () => {
    await expect(chain.observe.trace(base58.encode(randomBytes(64)))).rejects.toSatisfy((error) =>
      isPortageError(error, 'UNKNOWN_TRANSACTION'),
    );
  });
});
