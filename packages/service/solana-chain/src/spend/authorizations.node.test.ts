import {
  Keypair,
  PublicKey,
  sendAndConfirmTransaction,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js';
import type { Chain, RefundIntent, SignedTransaction, Spend } from '@portage/core/chain';
import { solanaCodec } from '@portage/solana/codec';
import { depositoryAddresses } from '@portage/solana/program';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { carryOut } from '../../test/carryOut.js';
import { startChain, type TestChain } from '../../test/startChain.js';
import { openSolana } from '../../test/openSolana.js';

/** Strangers who have seen what lets money out of the vault, on the real virtual machine. */
const closing = new AbortController();
const amount = 5_000_000n;

let node: TestChain;
let chain: Chain;
let spend: Spend;

beforeAll(async () => {
  node = await startChain();
  chain = await openSolana(node.config, closing.signal, node.keys);
  if (chain.spend === undefined || chain.vault === undefined) throw new Error('It pays refunds.');
  spend = chain.spend;
  // Other people's money: the vault keeps no account of whose it is.
  await sendAndConfirmTransaction(
    node.connection,
    new Transaction().add(vaultTransfer(10n * amount)),
    [node.user(0)],
  );
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

function vaultTransfer(lamports: bigint): TransactionInstruction {
  const { vault } = depositoryAddresses(node.programs.depository);
  return SystemProgram.transfer({
    fromPubkey: node.user(0).publicKey,
    toPubkey: new PublicKey(vault),
    lamports,
  });
}

const refund = (key: string): RefundIntent => ({
  type: 'refund',
  orderId: `0x${'0d'.repeat(32)}`,
  key,
  amount,
  currency: solanaCodec.nativeCurrency,
  depositor: node.user(0).publicKey.toBase58(),
  recipient: Keypair.generate().publicKey.toBase58(),
});

async function signed(intent: RefundIntent): Promise<SignedTransaction> {
  const [transaction] = await spend.prepare([intent], await spend.nextSequence());
  if (transaction === undefined) throw new Error('One refund gives one transaction.');
  return transaction;
}

const fatesOf = (...transactions: readonly SignedTransaction[]) =>
  spend.authorizationFates!(transactions.flatMap(({ authorization }) => authorization ?? []));

it('P9: a request that a stranger carries out is told under its nonce, and made once', async () => {
  const intent = refund('main');
  const ours = await signed(intent);
  expect(await fatesOf(ours)).toEqual(['open']);
  const theirs = await carryOut(node, ours);
  expect(await chain.observe.trace(theirs)).toMatchObject([
    { type: 'release', amount, recipient: intent.recipient, nonce: ours.authorization?.nonce },
  ]);
  // Not before the payment is final: until then a fork may take it back.
  expect(await fatesOf(ours)).toEqual(['open']);
  await node.mine(32);
  await expect.poll(() => fatesOf(ours)).toEqual(['used']);
  await spend.broadcast([ours]);
  await node.mine(3);
  expect((await spend.inspect([ours])).map(({ status }) => status)).toEqual(['reverted']);
  await expect(carryOut(node, ours)).rejects.toThrow();
  expect(await chain.balances.read(intent.recipient, intent.currency)).toBe(amount);
});

it('P8: a request is proven worthless only after its expiry, at a final block', async () => {
  const intent = refund('late');
  const ours = await signed(intent);
  // Its blockhash is gone for long, and still anybody may send it.
  await node.controls.expireBlockhashes();
  await node.mine(32);
  expect(await fatesOf(ours)).toEqual(['open']);
  await node.controls.shiftClock(900);
  expect(await fatesOf(ours)).toEqual(['open']);
  await node.mine(32);
  await expect.poll(() => fatesOf(ours)).toEqual(['expired']);
  await expect(carryOut(node, ours)).rejects.toThrow();
  expect(await chain.balances.read(intent.recipient, intent.currency)).toBe(0n);
});
