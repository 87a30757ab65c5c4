import { PublicKey, Transaction, TransactionInstruction, type Keypair } from '@solana/web3.js';
import type { Chain, ChainEvent } from '@portage/core/chain';
import type { SendInput } from '@portage/core/plugin';
import { solanaCodec } from '@portage/solana/codec';
import {
  associatedTokenAddress,
  createAssociatedToken,
  programs,
  send,
  type SendTerms,
} from '@portage/solana/program';
import { setComputeUnitPrice, type Instruction } from '@portage/solana/transaction';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMint } from '../../test/createMint.js';
import { openSolana } from '../../test/openSolana.js';
import { startChain, type TestChain } from '../../test/startChain.js';
import { decodeTransaction } from './decodeTransaction.js';

/** Plain transfers of payers on the real SVM, and what only looks like one. */
const sol = solanaCodec.nativeCurrency;
const requestId = `0x${'ab'.repeat(32)}`;
const otherId = `0x${'ac'.repeat(32)}`;
const closing = new AbortController();
let node: TestChain;
let chain: Chain;
let user: Keypair;
let payer: string;
let extended: string;
let stranger: string;
const freshAccount = (): string => solanaCodec.decodeAddress(randomBytes(32));
const recipient = freshAccount();

beforeAll(async () => {
  node = await startChain();
  user = node.user(7);
  payer = user.publicKey.toBase58();
  const listed = await listMint(node, [payer]);
  extended = listed.mint;
  chain = await openSolana(listed.config, closing.signal, node.keys);
  stranger = node.user(8).publicKey.toBase58();
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

/** Sends instructions as one transaction of the signers, and answers with its id. */
async function submit(
  instructions: readonly Instruction[],
  signers: readonly Keypair[] = [user],
): Promise<string> {
  const { blockhash, lastValidBlockHeight } = await node.connection.getLatestBlockhash();
  const transaction = new Transaction({
    blockhash,
    lastValidBlockHeight,
    feePayer: signers[0]!.publicKey,
  });
  for (const { programId, keys, data } of instructions)
    transaction.add(
      new TransactionInstruction({
        programId: new PublicKey(programId),
        keys: keys.map((key) => ({ ...key, pubkey: new PublicKey(key.pubkey) })),
        data: Buffer.from(data),
      }),
    );
  transaction.sign(...signers);
  const txId = await node.connection.sendRawTransaction(transaction.serialize(), {
    skipPreflight: true,
  });
  // One that fails is part of the chain all the same.
  while ((await node.connection.getSignatureStatus(txId)).value?.confirmationStatus !== 'confirmed')
    await node.mine(1);
  return txId;
}

const inputOf = (currency: string, amount = 2_000_000n): SendInput => ({
  requestId,
  payer,
  recipient,
  currency,
  amount,
});

/** Instructions of a send's one step, as the wallet signs them. */
function instructionsOf(input: SendInput): readonly Instruction[] {
  const { data } = chain.deposit!.sends!.steps(input).steps[0]!.items[0]!;
  const wire = data['instructions'] as readonly (Instruction & { readonly data: unknown })[];
  return wire.map((each) => ({ ...each, data: Buffer.from(String(each.data), 'hex') }));
}

const swapIds = (events: readonly ChainEvent[]): readonly string[] =>
  events.map((event) => (event.type === 'swap' ? event.swapId : event.type));

const succeeded = async (txId: string): Promise<boolean> =>
  (await node.connection.getSignatureStatus(txId)).value?.err === null;

async function balanceOf(currency: string, owner: string): Promise<bigint> {
  return chain.balances.read(owner, currency);
}

describe('a plain transfer with the id of its request as an account', () => {
  it.each([
    ['SOL', () => sol],
    ['a token whose account is missing', () => node.usdc],
    ['a token whose account is there', () => node.usdc],
    ['a token of Token-2022 whose account is missing', () => extended],
    ['a token of Token-2022 whose account is there', () => extended],
  ])('is told of by its transaction, under the id of its steps: %s', async (_, currency) => {
    const input = { ...inputOf(currency()), computeUnitLimit: true };
    const before = await balanceOf(currency(), recipient);
    const { sendId } = chain.deposit!.sends!.steps(input);
    const txId = await submit(instructionsOf(input));
    expect((await balanceOf(currency(), recipient)) - before).toBe(2_000_000n);
    const events = await chain.observe.trace(txId);
    expect(events).toEqual([
      {
        type: 'swap',
        txId,
        ordinal: 0,
        swapId: sendId,
        owner: payer,
        currency: currency(),
        amount: 2_000_000n,
        height: expect.any(Number) as number,
        blockHash: expect.any(String) as string,
      },
    ]);
    expect(await chain.observe.confirm(events)).toEqual([true]);
    const forged = events.map((event) => ({ ...event, amount: 43n }));
    expect(await chain.observe.confirm(forged as ChainEvent[])).toEqual([false]);
  });

  it('lets somebody else pay fees and rent', async () => {
    const feePayer = node.user(9);
    const owner = freshAccount();
    const input = { ...inputOf(node.usdc), recipient: owner };
    const { steps, sendId } = chain.deposit!.sends!.steps({
      ...input,
      feePayer: feePayer.publicKey.toBase58(),
    });
    expect(steps[0]!.items[0]!.data['feePayer']).toBe(feePayer.publicKey.toBase58());
    const before = await balanceOf(sol, payer);
    const txId = await submit(
      instructionsOf({ ...input, feePayer: feePayer.publicKey.toBase58() }),
      [feePayer, user],
    );
    expect(swapIds(await chain.observe.trace(txId))).toEqual([sendId]);
    expect(await balanceOf(sol, payer)).toBe(before);
  });

  it('has an id of its own for every account, currency, amount, request and payer', () => {
    const sends = chain.deposit!.sends!;
    const ids = [
      inputOf(node.usdc),
      inputOf(sol),
      inputOf(node.usdc, 43n),
      { ...inputOf(node.usdc), recipient: stranger },
      { ...inputOf(node.usdc), payer: stranger },
      { ...inputOf(node.usdc), requestId: otherId },
    ].map((input) => sends.steps(input).sendId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has another id with another amount, recipient, reference or payer', async () => {
    for (const currency of [sol, node.usdc]) {
      const { sendId } = chain.deposit!.sends!.steps(inputOf(currency));
      const terms: SendTerms = {
        payer,
        recipient,
        currency,
        amount: 2_000_000n,
        decimals: 6,
        reference: requestId,
      };
      const changes: readonly Partial<SendTerms>[] = [
        { amount: 2_000_001n },
        { recipient: stranger },
        { reference: otherId },
        { payer: stranger },
      ];
      for (const change of changes) {
        const signers = change.payer === undefined ? [user] : [user, node.user(8)];
        const txId = await submit(send({ ...terms, ...change }), signers);
        const ids = swapIds(await chain.observe.trace(txId));
        expect([await succeeded(txId), ids.length]).toEqual([true, 1]);
        expect(ids).not.toContain(sendId);
      }
    }
  });

  it('is none without a reference, with more accounts, into an account of its own, or where it failed', async () => {
    const change = (
      instructions: readonly Instruction[],
      keysOf: (keys: Instruction['keys']) => Instruction['keys'],
    ): readonly Instruction[] => {
      const last = instructions.at(-1)!;
      return [...instructions.slice(0, -1), { ...last, keys: keysOf(last.keys) }];
    };
    const extra = { pubkey: stranger, isSigner: false, isWritable: false };
    for (const currency of [sol, node.usdc]) {
      const honest = instructionsOf(inputOf(currency));
      for (const instructions of [
        change(honest, (keys) => keys.slice(0, -1)),
        change(honest, (keys) => [...keys, extra]),
      ]) {
        const txId = await submit(instructions);
        expect([await succeeded(txId), await chain.observe.trace(txId)]).toEqual([true, []]);
      }
      const failed = await submit(instructionsOf(inputOf(currency, 10n ** 17n)));
      expect([await succeeded(failed), await chain.observe.trace(failed)]).toEqual([false, []]);
    }
    // The opening names the recipient, and the transfer goes to another owner.
    const target = { owner: stranger, mint: node.usdc, tokenProgram: programs.token };
    const elsewhere = change(instructionsOf(inputOf(node.usdc)), (keys) =>
      keys.map((key, place) =>
        place === 2 ? { ...key, pubkey: associatedTokenAddress(target) } : key,
      ),
    );
    const txId = await submit([createAssociatedToken(payer, target), ...elsewhere]);
    expect([await succeeded(txId), await chain.observe.trace(txId)]).toEqual([true, []]);
  });

  it('is one beside other instructions, and none within another program’s call', async () => {
    const input = inputOf(sol);
    const { sendId } = chain.deposit!.sends!.steps(input);
    const txId = await submit([setComputeUnitPrice(1_000n), ...instructionsOf(input)]);
    expect(swapIds(await chain.observe.trace(txId))).toEqual([sendId]);
    // The same answer of the node, with the transfer as a call that the first instruction made.
    const response = await fetch(node.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'getTransaction',
        params: [txId, { encoding: 'json', commitment: 'confirmed' }],
      }),
    });
    interface Told {
      readonly meta: object;
      readonly transaction: { readonly message: { readonly instructions: readonly unknown[] } };
    }
    const { result } = (await response.json()) as { readonly result: Told };
    const { message } = result.transaction;
    const told = (own: readonly unknown[], inner: readonly unknown[]): readonly string[] => {
      const answer = {
        ...result,
        meta: { ...result.meta, innerInstructions: [{ index: 0, instructions: inner }] },
        transaction: { ...result.transaction, message: { ...message, instructions: own } },
      };
      const ours = { ...node.programs, chainId: node.config.id };
      return swapIds(decodeTransaction(txId, answer, ours)!.events(''));
    };
    const [price, transfer] = message.instructions;
    expect(told([price, transfer], [])).toEqual([sendId]);
    expect(told([price], [transfer])).toEqual([]);
  });

  it('is not offered to accounts that no key signs for', async () => {
    const sends = chain.deposit!.sends!;
    const vault = associatedTokenAddress({
      owner: payer,
      mint: node.usdc,
      tokenProgram: programs.token,
    });
    const { signal } = closing;
    await expect(
      sends.confirm({ currency: sol, payer: vault, recipient }, signal),
    ).rejects.toMatchObject({ code: 'UNSUPPORTED_ROUTE', details: [{ path: 'user' }] });
    await sends.confirm({ currency: sol, payer, recipient: vault }, signal);
  });
});
