import { eventually } from '@portage/testing';
import type { Chain, FillIntent, RelayIntent, SignedTransaction } from '@portage/core/chain';
import { solanaCodec } from '@portage/solana/codec';
import {
  associatedTokenAddress,
  createAssociatedToken,
  programs,
  send,
} from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';
import {
  Keypair,
  PublicKey,
  sendAndConfirmTransaction,
  SystemProgram,
  Transaction,
} from '@solana/web3.js';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recoverFunds } from '../../scripts/recoverFunds.js';
import { listMint } from '../../test/createMint.js';
import { openSolana } from '../../test/openSolana.js';
import { startChain, type TestChain } from '../../test/startChain.js';
import { solana } from '../index.js';

/** Deposit addresses on the real SVM: what is found at them, and what sweeps do. */
let node: TestChain;
let chain: Chain;
let extended: string;
const closing = new AbortController();
const native = solanaCodec.nativeCurrency;
const wrappedSol = 'So11111111111111111111111111111111111111112';
const rentOf = (currency: string): bigint =>
  currency === native ? 0n : currency === extended ? 2_074_080n : 2_039_280n;

beforeAll(async () => {
  node = await startChain({ finalizedAfter: 3 });
  const { mint, config } = await listMint(node, [node.user(0).publicKey.toBase58()]);
  extended = mint;
  chain = await openSolana({ ...config, depositAddresses: true }, closing.signal, {
    ...node.keys,
    addresses: node.addressesKey,
  });
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

const addresses = () => chain.deposit!.addresses!;

interface Owned {
  readonly owner: { readonly orderId: string; readonly depositor: string };
  readonly address: string;
}

function ownAddress(): Owned {
  const orderId = `0x${randomBytes(32).toString('hex')}`;
  const owner = { orderId, depositor: Keypair.generate().publicKey.toBase58() };
  return { owner, address: addresses().addressOf(owner) };
}

type Addition = Parameters<Transaction['add']>[0];

const wire = ({ programId, keys, data }: Instruction): Addition => ({
  programId: new PublicKey(programId),
  keys: keys.map((key) => ({ ...key, pubkey: new PublicKey(key.pubkey) })),
  data: Buffer.from(data),
});

async function run(signer: Keypair, ...instructions: readonly Addition[]): Promise<string> {
  const transaction = new Transaction();
  for (const each of instructions) transaction.add(each);
  return sendAndConfirmTransaction(node.connection, transaction, [signer]);
}

const programOf = (currency: string): string =>
  currency === extended ? programs.token2022 : programs.token;

/** A plain transfer, as of an exchange. */
async function pay(recipient: string, currency: string, amount: bigint): Promise<string> {
  const payer = node.user(0);
  const decimals = currency === native ? 9 : 6;
  const terms = { payer: payer.publicKey.toBase58(), recipient, currency, amount, decimals };
  const tokenProgram = programOf(currency);
  return run(payer, ...send({ ...terms, tokenProgram }).map(wire));
}

const held = async (address: string, currency: string): Promise<bigint> => {
  const [amount = 0n] = await addresses().holdings([{ address, currency }]);
  return amount;
};

async function sweepOf({ owner }: Owned, currencies: readonly string[]): Promise<RelayIntent> {
  const amounts = await Promise.all(
    currencies.map((currency) => held(addresses().addressOf(owner), currency)),
  );
  const { gasLimit, to, data } = addresses().sweep(owner, currencies, amounts);
  return {
    type: 'relay',
    orderId: owner.orderId,
    key: 'sweep',
    value: 0n,
    to,
    data,
    gasLimit: Number(gasLimit),
  };
}

async function sign(intent: RelayIntent): Promise<SignedTransaction> {
  const [signed] = await chain.spend!.prepare([intent], await chain.spend!.nextSequence());
  return signed!;
}

/** Sends what is signed, and waits until it is in a block. */
async function land(signed: SignedTransaction) {
  await chain.spend!.broadcast([signed]);
  return await eventually(
    async () => (await chain.spend!.inspect([signed]))[0],
    (outcome) => outcome?.status === 'mined' || outcome?.status === 'reverted',
    { what: 'the end of a transaction' },
  );
}

const ledgerOf = async (account: string): Promise<bigint> =>
  BigInt(await node.connection.getBalance(new PublicKey(account)));
const isOpen = async (account: string): Promise<boolean> =>
  (await node.connection.getAccountInfo(new PublicKey(account))) !== null;
const holdingOf = (owner: string, mint = node.usdc): string =>
  associatedTokenAddress({ owner, mint, tokenProgram: programOf(mint) });

describe('deposit addresses', () => {
  test.each([
    ['SOL', () => native, 5_000_000n],
    ['a token', () => node.usdc, 7_000_000n],
    ['a token of Token-2022', () => extended, 7_000_000n],
  ] as const)('tell of a transfer of %s, and a sweep credits all of it', async (_, of, amount) => {
    const currency = of();
    const own = ownAddress();
    const other = ownAddress();
    expect(await held(own.address, currency)).toBe(0n);
    const paid = await pay(own.address, currency, amount);
    const range = { first: 0, last: await node.connection.getSlot('confirmed') };
    const places = [other.address, own.address].map((address) => ({ address, currency }));
    expect(await addresses().holdings(places)).toEqual([0n, amount]);
    expect(await addresses().receipts([other.address, own.address], range)).toEqual(
      currency === native ? [] : [{ address: own.address, currency }],
    );
    const found = await addresses().payments!(own.address, [currency]);
    expect(found).toEqual([
      { address: own.address, currency, amount, txId: paid, height: found[0]?.height },
    ]);
    expect(await addresses().paymentsIn!(paid)).toContainEqual(found[0]);
    expect(await addresses().payments!(other.address, [currency])).toEqual([]);

    const { sender } = chain.spend!;
    const intent = await sweepOf(own, [currency]);
    expect(await chain.spend!.simulate!([intent])).toEqual([{ status: 'passes' }]);
    const before = await ledgerOf(sender);
    const signed = await sign(intent);
    const outcome = await land(signed);
    const cost = before - (await ledgerOf(sender));
    expect(outcome).toMatchObject({ status: 'mined', gasCost: cost });
    const estimated = chain.gas.estimate({ type: 'sweep', currency })!.value;
    // The rent of the token account comes on top, whoever opened it.
    expect(cost + rentOf(currency)).toBeLessThanOrEqual(estimated);
    expect(await chain.observe.trace(signed.txId)).toMatchObject([
      {
        type: 'deposit',
        orderId: own.owner.orderId,
        depositor: own.owner.depositor,
        payer: own.address,
        currency,
        amount,
      },
    ]);
    const closed = [own.address, holdingOf(own.address, currency)].map(isOpen);
    expect(await Promise.all(closed)).toEqual([false, false]);

    // The same bytes once more change nothing; the same amount again is another transaction.
    await pay(own.address, currency, amount);
    await chain.spend!.broadcast([signed]);
    const again = await sign(intent);
    expect(again.txId).not.toBe(signed.txId);
    expect(await land(again)).toMatchObject({ status: 'mined' });
    expect(await held(own.address, currency)).toBe(0n);
  });

  test('several currencies go in one transaction, and a token that is not listed stays', async () => {
    const own = ownAddress();
    await pay(own.address, native, 3_000_000n);
    await pay(own.address, node.usdc, 4_000_000n);
    const payer = node.user(1);
    const spam = holdingOf(own.address, wrappedSol);
    await run(
      payer,
      wire(
        createAssociatedToken(payer.publicKey.toBase58(), {
          owner: own.address,
          mint: wrappedSol,
          tokenProgram: programs.token,
        }),
      ),
      SystemProgram.transfer({
        fromPubkey: payer.publicKey,
        toPubkey: new PublicKey(spam),
        lamports: 1_000_000,
      }),
      {
        programId: new PublicKey(programs.token),
        keys: [{ pubkey: new PublicKey(spam), isSigner: false, isWritable: true }],
        data: Buffer.from([17]),
      },
    );
    const range = { first: 0, last: await node.connection.getSlot('confirmed') };
    expect(await addresses().receipts([own.address], range)).toEqual([
      { address: own.address, currency: node.usdc },
    ]);
    const signed = await sign(await sweepOf(own, [native, node.usdc]));
    await land(signed);
    const deposits = await chain.observe.trace(signed.txId);
    expect(deposits.map((event) => (event.type === 'deposit' ? event.amount : undefined))).toEqual([
      3_000_000n,
      4_000_000n,
    ]);
    expect(await isOpen(spam)).toBe(true);

    // An operator gets it by hand, from the one key.
    const to = Keypair.generate().publicKey.toBase58();
    const { rpcUrl, addressesKey: rootKey, keys } = node;
    const by = { rpcUrl, rootKey, payerKey: keys['solver']!, owner: own.owner, to };
    const { address, amount } = await recoverFunds({ ...by, currency: wrappedSol });
    expect([address, amount, await isOpen(spam)]).toEqual([own.address, 1_000_000n, false]);
    expect(await isOpen(holdingOf(to, wrappedSol))).toBe(true);
    await pay(own.address, native, 2_000_000n);
    expect(await recoverFunds({ ...by, currency: native })).toMatchObject({ amount: 2_000_000n });
    expect([await ledgerOf(to), await ledgerOf(own.address)]).toEqual([2_000_000n, 0n]);
    await expect(recoverFunds({ ...by, currency: native })).rejects.toThrow('holds no SOL');
  });

  test('what is not as it was seen is neither taken nor lost: nothing, more, a little less than a rent', async () => {
    const own = ownAddress();
    await pay(own.address, native, 5_000_000n);
    const stale = await sweepOf(own, [native]);
    const both = { ...stale, key: 'other' };
    // A lamport more would leave an account below its rent.
    await pay(own.address, native, 1n);
    const fill: FillIntent = {
      type: 'fill',
      orderId: own.owner.orderId,
      recipient: own.address,
      currency: native,
      amount: 1n,
      calls: [],
      callsGas: 0,
    };
    const [passes, reverts] = await chain.spend!.simulate!([fill, both]);
    expect(passes).toEqual({ status: 'passes' });
    expect(reverts).toMatchObject({ status: 'reverts' });
    expect(await land(await sign(stale))).toMatchObject({ status: 'reverted' });
    expect(await held(own.address, native)).toBe(5_000_001n);
    expect(await land(await sign(await sweepOf(own, [native])))).toMatchObject({ status: 'mined' });
    expect(await chain.spend!.simulate!([stale])).toMatchObject([{ status: 'reverts' }]);

    const token = ownAddress();
    await pay(token.address, node.usdc, 2_000_000n);
    const early = await sweepOf(token, [node.usdc]);
    await pay(token.address, node.usdc, 1n);
    expect(await chain.spend!.simulate!([early])).toMatchObject([{ status: 'reverts' }]);
    expect(await held(token.address, node.usdc)).toBe(2_000_001n);
  });

  test('a token account that its issuer froze holds nothing that could be swept, until it is thawed', async () => {
    const own = ownAddress();
    await pay(own.address, node.usdc, 2_000_000n);
    const intent = await sweepOf(own, [node.usdc]);
    const payer = node.user(2);
    const change = async (instruction: number): Promise<void> => {
      const key = (pubkey: PublicKey, isSigner: boolean, isWritable: boolean) => ({
        pubkey,
        isSigner,
        isWritable,
      });
      const transaction = new Transaction().add({
        programId: new PublicKey(programs.token),
        keys: [
          key(new PublicKey(holdingOf(own.address)), false, true),
          key(new PublicKey(node.usdc), false, false),
          key(node.issuer.publicKey, true, false),
        ],
        data: Buffer.from([instruction]),
      });
      await sendAndConfirmTransaction(node.connection, transaction, [payer, node.issuer]);
    };
    await change(10);
    expect(await held(own.address, node.usdc)).toBe(0n);
    expect(await chain.spend!.simulate!([intent])).toMatchObject([{ status: 'reverts' }]);
    await change(11);
    expect(await held(own.address, node.usdc)).toBe(2_000_000n);
    expect(await land(await sign(intent))).toMatchObject({ status: 'mined' });
  });

  test('a call that names another account than that of its owner is not signed', async () => {
    const own = ownAddress();
    await pay(own.address, native, 6_000_000n);
    const intent = await sweepOf(own, [native]);
    await expect(async () => sign({ ...intent, to: ownAddress().address })).rejects.toThrow();
    await expect(async () => sign({ ...intent, value: 1n })).rejects.toThrow();
    await expect(async () => sign({ ...intent, data: '0x' })).rejects.toThrow();
  });

  test('a process without the key tells the same addresses, and a chain without the setting none', async () => {
    const own = ownAddress();
    const root = chain.info.protocol.v2.depositAddresses!;
    const { codec } = chain;
    expect(codec.depositAddress?.(root, own.owner)).toBe(own.address);
    const secretsWith = (depositAddresses: boolean): readonly string[] =>
      solana.prepare({ ...node.config, depositAddresses }).secrets;
    expect([secretsWith(false), secretsWith(true)]).toEqual([
      ['solver', 'allocator'],
      ['solver', 'allocator', 'addresses'],
    ]);
    const stop = new AbortController();
    const told = await openSolana({ ...node.config, depositAddresses: true }, stop.signal, {
      addresses: `address:${root}`,
    });
    expect(told.deposit!.addresses!.addressOf(own.owner)).toBe(own.address);
    const without = await openSolana(node.config, stop.signal, node.keys);
    expect(without.deposit!.addresses).toBeUndefined();
    expect(without.info.protocol.v2.depositAddresses).toBeUndefined();
    await expect(
      openSolana({ ...node.config, depositAddresses: true }, stop.signal, {
        ...node.keys,
        addresses: node.keys['solver']!,
      }),
    ).rejects.toThrow('a key of its own');
    await expect(
      openSolana({ ...node.config, depositAddresses: true }, stop.signal, node.keys),
    ).rejects.toThrow('keys.svm.addresses');
    stop.abort();
  });

  // The last one: web3.js would go on with a blockhash that has expired.
  test('R9: a sweep is signed anew only when the one before can no longer land', async () => {
    const own = ownAddress();
    await pay(own.address, native, 6_000_000n);
    const intent = await sweepOf(own, [native]);
    const first = await sign(intent);
    expect(await chain.spend!.bump(intent, first)).toBe(first);
    await node.controls.expireBlockhashes();
    await node.mine(6);
    const second = await eventually(
      () => chain.spend!.bump(intent, first),
      ({ txId }) => txId !== first.txId,
      { what: 'a transaction with a later blockhash', everyMs: 100 },
    );
    expect(await land(second)).toMatchObject({ status: 'mined' });
    await chain.spend!.broadcast([first]);
    await node.mine(3);
    expect(await chain.spend!.inspect([first])).toEqual([{ status: 'missing' }]);
    expect(await chain.observe.trace(second.txId)).toHaveLength(1);
  });
});
