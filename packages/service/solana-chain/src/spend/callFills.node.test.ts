import type { Chain, FillIntent, OrderCall, Spend } from '@portage/core/chain';
import { createEndpoint, createRpc } from '@portage/chain-kit';
import { eventually } from '@portage/testing';
import { solanaCodec } from '@portage/solana/codec';
import {
  associatedTokenAddress,
  fill,
  fillMarkerAddress,
  programs,
  send,
} from '@portage/solana/program';
import { PublicKey } from '@solana/web3.js';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSolana } from '../../test/openSolana.js';
import { startChain, type TestChain } from '../../test/startChain.js';
import { solverAccounts } from '../calls/guardedAccounts.js';
import { unsignedTransaction } from './signInstructions.js';
import { simulateCalls } from './simulateCalls.js';

/** Fills with instructions of callers, on the real virtual machine. */
const closing = new AbortController();
const native = solanaCodec.nativeCurrency;
const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
let node: TestChain;
let chain: Chain;
let spend: Spend;

beforeAll(async () => {
  node = await startChain({ finalizedAfter: 3 });
  chain = await openSolana(node.config, closing.signal, node.keys);
  spend = chain.spend!;
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

const memo = (text: string | Uint8Array): OrderCall =>
  solanaCodec.instructionCall!({
    programId: memoProgram,
    keys: [],
    data: Buffer.from(text).toString('hex'),
  });

const fillOf = (currency: string, calls: readonly OrderCall[]): FillIntent => ({
  type: 'fill',
  orderId: `0x${randomBytes(32).toString('hex')}`,
  currency,
  recipient: solanaCodec.decodeAddress(randomBytes(32)),
  amount: 5_000_000n,
  calls,
  opensAccount: true,
});

async function land(intent: FillIntent) {
  const [signed] = await spend.prepare([intent], await spend.nextSequence());
  await spend.broadcast([signed!]);
  const [outcome] = await eventually(
    () => spend.inspect([signed!]),
    ([seen]) => seen?.status === 'mined' || seen?.status === 'reverted',
    { what: 'the fill' },
  );
  return { txId: signed!.txId, outcome: outcome! };
}

const isMarked = async ({ orderId: order }: FillIntent): Promise<boolean> => {
  const place = { filler: node.programs.filler, solver: spend.sender, order };
  return (await node.connection.getAccountInfo(new PublicKey(fillMarkerAddress(place)))) !== null;
};

const heldBySolver = (currency: string): Promise<bigint> =>
  chain.balances.read(spend.sender, currency);

describe.each([
  ['SOL', () => native],
  ['USDC', () => node.usdc],
])('a fill in %s', (_, currencyOf) => {
  it('pays and makes the calls behind it, in one transaction', async () => {
    const currency = currencyOf();
    const intent = fillOf(currency, [memo('order 17'), memo('paid')]);
    await chain.calls!.confirm({ calls: intent.calls, authorizations: [] });
    expect(await spend.simulate!([intent])).toEqual([{ status: 'passes' }]);
    const before = await heldBySolver(currency);
    const { txId, outcome } = await land(intent);
    expect(outcome.status).toBe('mined');
    expect(await chain.balances.read(intent.recipient, currency)).toBe(intent.amount);
    const gas = currency === native && 'gasCost' in outcome ? outcome.gasCost : 0n;
    expect(before - (await heldBySolver(currency))).toBe(intent.amount + gas);
    const { meta } = (await node.connection.getTransaction(txId, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    }))!;
    expect(meta!.logMessages!.join()).toMatch(/order 17.*paid/s);
    expect(await chain.observe.trace(txId)).toMatchObject([
      { type: 'fill', orderId: intent.orderId, amount: intent.amount },
    ]);
  });

  it('with a call that fails pays nothing, and the simulation says so', async () => {
    const intent = fillOf(currencyOf(), [memo('fine'), memo(Uint8Array.of(0xff))]);
    const [answer] = await spend.simulate!([intent]);
    expect(answer?.status).toBe('reverts');
    const { outcome } = await land(intent);
    expect(outcome.status).toBe('reverted');
    expect(await isMarked(intent)).toBe(false);
    expect(await chain.balances.read(intent.recipient, intent.currency)).toBe(0n);
  });

  it('that does not fit a transaction is not signed', async () => {
    const intent = fillOf(currencyOf(), [memo('x'.repeat(950))]);
    await expect(spend.simulate!([intent])).rejects.toMatchObject({ code: 'SOLANA_TX_TOO_LARGE' });
    await expect(spend.prepare([intent], 0n)).rejects.toMatchObject({
      code: 'SOLANA_TX_TOO_LARGE',
    });
  });

  it('with a hostile call is signed by nobody, whoever asks for it', async () => {
    const theft = solanaCodec.instructionCall!({
      programId: programs.system,
      keys: [
        { pubkey: spend.sender, isSigner: true, isWritable: true },
        { pubkey: node.user(1).publicKey.toBase58(), isSigner: false, isWritable: true },
      ],
      data: '0200000000ca9a3b00000000',
    });
    const intent = fillOf(currencyOf(), [theft]);
    await expect(spend.prepare([intent], 0n)).rejects.toMatchObject({ code: 'INVALID_EXTRA_TXS' });
  });
});

it('thefts that no rule had refused are seen in the simulation', async () => {
  const thief = node.user(1).publicKey.toBase58();
  const solver = spend.sender;
  const intent = fillOf(node.usdc, [memo('x')]);
  const holding = { owner: intent.recipient, mint: node.usdc, tokenProgram: programs.token };
  const paid = fill({
    ...intent,
    filler: node.programs.filler,
    solver,
    order: intent.orderId,
    deadline: 4_000_000_000n,
  });
  const [opening] = send({
    payer: solver,
    recipient: intent.recipient,
    currency: node.usdc,
    amount: 1n,
    decimals: 6,
  });
  const endpoint = createEndpoint(node.rpcUrl, { timeoutMs: 10_000, responseBytesMax: 1_000_000 });
  const rpc = createRpc([endpoint], { busyCodes: [] });
  const accounts = solverAccounts({ solver, mints: [node.usdc] });
  const judge = async (stolen: readonly ReturnType<typeof fill>[]) => {
    const { blockhash } = await node.connection.getLatestBlockhash();
    const transaction = unsignedTransaction(solver, [opening!, paid, ...stolen], blockhash);
    const tokenProgramOf = () => programs.token;
    const guard = { rpc, solver, accounts, tokenProgramOf, costOf: () => 0n };
    return simulateCalls({ intent, transaction, cost: 5_000_000n }, guard, undefined);
  };
  const take = (currency: string, amount: bigint) =>
    send({ payer: solver, recipient: thief, currency, amount, decimals: 6 });
  expect(holding.owner).toBe(intent.recipient);
  expect(await judge([])).toEqual({ status: 'passes' });
  expect(await judge(take(native, 10_000_000n))).toMatchObject({
    status: 'reverts',
    reason: `calls would take from ${solver}, an account of the solver`,
  });
  expect(await judge(take(node.usdc, 1n))).toMatchObject({
    status: 'reverts',
    reason: `calls would take from ${associatedTokenAddress({ ...holding, owner: solver })}, an account of the solver`,
  });
});
