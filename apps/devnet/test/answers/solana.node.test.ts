import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
  type TransactionInstruction,
} from '@solana/web3.js';
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token';
import { eventually } from '@portage/testing';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDevnet, solanaChain, type Devnet } from '../../src/index.js';
import { fill, readAnswers } from './readAnswers.js';
import { judge } from './judge.js';

/** The devnet's Solana node answers in the forms of a real one. */
const recorded = readAnswers('solana');
const lamports = 1_000_000;
let devnet: Devnet;
let rpcUrl: string;
let connection: Connection;
let values: ReadonlyMap<string, unknown>;

beforeAll(async () => {
  devnet = await createDevnet({
    chains: [{ vm: 'svm', id: 792703809, slug: 'solana', name: 'Solana' }],
    ports: [0],
    controlPort: 0,
    solana: { slotMs: 100 },
  });
  ({ rpcUrl } = solanaChain(devnet.description));
  connection = new Connection(rpcUrl, 'confirmed');
  values = await prepareValues();
});
afterAll(async () => {
  await devnet.close();
});

/** Signs instructions and sends them, whatever they come to; returns when they are confirmed. */
async function land(user: Keypair, ...instructions: TransactionInstruction[]): Promise<string> {
  const { blockhash } = await connection.getLatestBlockhash();
  const payerKey = user.publicKey;
  const message = new TransactionMessage({ payerKey, recentBlockhash: blockhash, instructions });
  const transaction = new VersionedTransaction(message.compileToLegacyMessage());
  transaction.sign([user]);
  return confirmed(transaction);
}

async function confirmed(transaction: VersionedTransaction): Promise<string> {
  const id = await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
  await eventually(
    () => connection.getSignatureStatus(id),
    ({ value }) => value?.confirmationStatus === 'confirmed',
    { what: 'the confirmation of a transaction' },
  );
  return id;
}

/** Accounts and transactions that the requests name. */
async function prepareValues(): Promise<ReadonlyMap<string, unknown>> {
  const { accounts, tokens } = solanaChain(devnet.description);
  const user = Keypair.fromSecretKey(base58.decode(accounts[0]!.secretKey));
  const payerKey = user.publicKey;
  const [nobody, stranger] = [Keypair.generate().publicKey, Keypair.generate().publicKey];
  const mint = new PublicKey(tokens.usdc.address);
  const [from, to] = [payerKey, stranger].map((owner) =>
    getAssociatedTokenAddressSync(mint, owner),
  );
  const pay = (amount: bigint): TransactionInstruction =>
    SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: stranger, lamports: amount });
  const signature = await land(
    user,
    createAssociatedTokenAccountIdempotentInstruction(payerKey, to!, stranger, mint),
    createTransferCheckedInstruction(from!, mint, to!, payerKey, 1_000n, 6),
  );
  const failure = await land(user, pay(10n ** 18n));
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
  const wire = (hash: string, ...instructions: TransactionInstruction[]): Transaction =>
    new Transaction({ feePayer: payerKey, blockhash: hash, lastValidBlockHeight }).add(
      ...instructions,
    );
  const signed = (transaction: Transaction): string => {
    transaction.sign(user);
    return transaction.serialize().toString('base64');
  };
  const unsigned = wire(blockhash, pay(BigInt(lamports)));
  unsigned.addSignature(payerKey, Buffer.alloc(64, 7));
  const version0 = new VersionedTransaction(
    new TransactionMessage({
      payerKey,
      recentBlockhash: blockhash,
      instructions: [pay(BigInt(lamports))],
    }).compileToV0Message(),
  );
  version0.sign([user]);
  const priced = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1n });
  const transfer = wire(blockhash, priced, pay(BigInt(lamports)));
  return new Map<string, unknown>([
    ['account', payerKey.toBase58()],
    ['holding', from!.toBase58()],
    ['nobody', nobody.toBase58()],
    ['blockhash', blockhash],
    ['signature', signature],
    ['failure', failure],
    ['nothing', base58.encode(new Uint8Array(64).fill(9))],
    ['versioned', await confirmed(version0)],
    ['slot', (await connection.getSignatureStatus(signature)).value!.slot],
    ['transfer', signed(transfer)],
    ['message', transfer.serializeMessage().toString('base64')],
    ['overdraft', signed(wire(blockhash, pay(10n ** 18n)))],
    ['stale', signed(wire(base58.encode(new Uint8Array(32).fill(9)), pay(1n)))],
    ['unsigned', unsigned.serialize({ verifySignatures: false }).toString('base64')],
  ]);
}

async function ask(method: string, params: readonly unknown[]) {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

describe(recorded.node, () => {
  test.each(recorded.answers)('$method: $name', async (answer) => {
    const params = fill(answer.params, (name) => values.get(name)) as unknown[];
    const { body } = await ask(answer.method, params);
    expect(judge(answer, body, recorded)).toEqual([]);
  });
});
