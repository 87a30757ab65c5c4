import { isPortageError, type ErrorCode } from '@portage/core';
import type { Task, TaskContext } from '@portage/core/executor';
import { base58 } from '@scure/base';
import {
  AddressLookupTableProgram,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  type Keypair,
} from '@solana/web3.js';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startChain, type TestChain } from '../../../service/solana-chain/test/startChain.js';
import { solanaCodec } from '../codec.js';
import { depositoryAddresses, programs } from '../program/index.js';
import { createDeposits } from '../../../service/solana-chain/src/deposit/createDeposits.js';
import { setComputeUnitLimit, setComputeUnitPrice } from '../transaction/computeBudget.js';
import { createSolanaExecutor, keypairWallet, type SolanaWallet } from '../index.js';

const testAmount = 3_000_000n;
let node: TestChain;

beforeAll(async () => {
  node = await startChain();
});
afterAll(() => node.stop());

const context = (): TaskContext => ({
  signal: new AbortController().signal,
  onReplaced: () => undefined,
});
const failsWith = (code: ErrorCode): unknown =>
  expect.toSatisfy(
    (error: unknown) => isPortageError(error, code),
    `a PortageError with code ${code}`,
  );

interface Asked {
  readonly wallet?: Partial<SolanaWallet>;
  readonly feePayer?: Keypair;
  readonly feePayerWallet?: SolanaWallet;
  readonly amount?: bigint;
  readonly padding?: number;
  /** Compute units that the step grants itself. */
  readonly units?: number;
  readonly tables?: readonly string[];
  readonly orderId?: string;
}

/** A task for a deposit of user 3, with a wallet that behaves as told. */
function taskOf({
  wallet = {},
  feePayer,
  feePayerWallet,
  amount = testAmount,
  padding = 0,
  units,
  tables = [],
  orderId = `0x${randomBytes(32).toString('hex')}`,
}: Asked = {}): Task {
  const keypair = node.user(3);
  const { depository } = node.programs;
  const deposits = createDeposits({
    chainId: 792703809,
    chainName: 'Solana',
    depository,
    addresses: depositoryAddresses(depository),
    symbolOf: () => 'SOL',
    decimalsOf: () => 6,
    tokenProgramOf: () => programs.token,
    price: () => 0n,
  });
  const [step] = deposits.steps({
    requestId: orderId,
    orderId,
    payer: keypair.publicKey.toBase58(),
    currency: solanaCodec.nativeCurrency,
    amount,
    feePayer: feePayer?.publicKey.toBase58(),
  });
  const [item] = step!.items;
  const memo = {
    programId: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
    keys: [],
    data: '61'.repeat(padding),
  };
  const limit = setComputeUnitLimit(units ?? 0);
  const more = [
    ...(padding === 0 ? [] : [memo]),
    ...(units === undefined ? [] : [{ ...limit, data: Buffer.from(limit.data).toString('hex') }]),
  ];
  const data = {
    ...item!.data,
    instructions: [...(item!.data['instructions'] as object[]), ...more],
    addressLookupTableAddresses: padding === 0 ? tables : [node.usdc],
  };
  const executor = createSolanaExecutor({
    wallet: { ...keypairWallet(keypair), ...wallet },
    connection: node.connection,
    pollMs: 50,
    feePayer: feePayerWallet,
  });
  return executor.claim({ ...item!, data }, step!)!;
}

async function perform(task: Task): Promise<string> {
  const submission = await task.submit(context());
  if (submission.type !== 'transaction') throw new Error('A deposit is a transaction.');
  await task.confirm?.(submission, context());
  return submission.txId;
}

/** The same transaction with another instruction. */
function withInstruction(
  transaction: VersionedTransaction,
  instruction: TransactionInstruction,
): VersionedTransaction {
  const message = TransactionMessage.decompile(transaction.message);
  message.instructions.push(instruction);
  return new VersionedTransaction(message.compileToV0Message());
}

/** The transaction with one instruction in place of all its own. */
function onlyInstruction(
  transaction: VersionedTransaction,
  instruction: TransactionInstruction,
): VersionedTransaction {
  const message = TransactionMessage.decompile(transaction.message);
  message.instructions = [instruction];
  return new VersionedTransaction(message.compileToV0Message());
}

const signing = (
  change: (transaction: VersionedTransaction) => VersionedTransaction,
): Partial<SolanaWallet> => ({
  signTransaction: (transaction) =>
    keypairWallet(node.user(3)).signTransaction!(change(transaction)),
});
/** A transaction of user 6 alone. */
async function act(...instructions: readonly TransactionInstruction[]): Promise<void> {
  const { blockhash } = await node.connection.getLatestBlockhash();
  const transaction = new VersionedTransaction(
    new TransactionMessage({
      payerKey: node.user(6).publicKey,
      recentBlockhash: blockhash,
      instructions: [...instructions],
    }).compileToV0Message(),
  );
  transaction.sign([node.user(6)]);
  await node.connection.sendTransaction(transaction);
  await node.mine(2);
}

const transferAway = (): TransactionInstruction =>
  SystemProgram.transfer({
    fromPubkey: node.user(3).publicKey,
    toPubkey: node.user(4).publicKey,
    lamports: 1,
  });

describe('the payer of the fees', () => {
  it('signs after the user, over the same bytes, and pays', async () => {
    const feePayer = node.user(5);
    const [before, userBefore] = await Promise.all(
      [feePayer, node.user(3)].map(({ publicKey }) => node.connection.getBalance(publicKey)),
    );
    await perform(taskOf({ feePayer, feePayerWallet: keypairWallet(feePayer) }));
    const [after, userAfter] = await Promise.all(
      [feePayer, node.user(3)].map(({ publicKey }) => node.connection.getBalance(publicKey)),
    );
    expect(before! - after!).toBe(10_000);
    expect(userBefore! - userAfter!).toBe(Number(testAmount));
  });

  it('R13: is not asked to sign what the user changed', async () => {
    let asked = 0;
    const feePayer = node.user(5);
    const feePayerWallet: SolanaWallet = {
      publicKey: feePayer.publicKey,
      signTransaction: (transaction) => {
        asked += 1;
        return Promise.resolve(transaction);
      },
    };
    await expect(
      taskOf({
        feePayer,
        feePayerWallet,
        wallet: signing((transaction) => withInstruction(transaction, transferAway())),
      }).submit(context()),
    ).rejects.toEqual(failsWith('WALLET_ERROR'));
    expect(asked).toBe(0);
  });

  it('has to be here, and be the one that the step names', async () => {
    await expect(taskOf({ feePayer: node.user(5) }).submit(context())).rejects.toEqual(
      failsWith('WALLET_ERROR'),
    );
    await expect(
      taskOf({ feePayer: node.user(5), feePayerWallet: keypairWallet(node.user(6)) }).submit(
        context(),
      ),
    ).rejects.toEqual(failsWith('WALLET_ERROR'));
  });
});

describe('a wallet', () => {
  it('may add what it pays for being preferred, and nothing else', async () => {
    const { programId, data } = setComputeUnitPrice(1_000n);
    await perform(
      taskOf({
        wallet: signing((transaction) =>
          withInstruction(
            transaction,
            new TransactionInstruction({
              programId: new PublicKey(programId),
              keys: [],
              data: Buffer.from(data),
            }),
          ),
        ),
      }),
    );
    await expect(
      taskOf({
        wallet: signing((transaction) => withInstruction(transaction, transferAway())),
      }).submit(context()),
    ).rejects.toEqual(failsWith('WALLET_ERROR'));
  });

  it('may sign and send by itself', async () => {
    const signer = keypairWallet(node.user(3));
    const send = async (transaction: VersionedTransaction): Promise<string> =>
      node.connection.sendTransaction(await signer.signTransaction!(transaction));
    const without = {
      publicKey: node.user(3).publicKey,
      signTransaction: undefined,
    } as unknown as SolanaWallet; // Adapters leave the member out.
    await perform(taskOf({ wallet: { ...without, sendTransaction: send } }));
    await perform(
      taskOf({
        wallet: {
          ...without,
          signAndSendTransaction: async (transaction) => ({ signature: await send(transaction) }),
        },
      }),
    );
    await expect(taskOf({ wallet: without }).submit(context())).rejects.toEqual(
      failsWith('WALLET_ERROR'),
    );
  });

  it('that sends by itself is compared with what was verified', async () => {
    const signer = keypairWallet(node.user(3));
    const sending = (
      change: (transaction: VersionedTransaction) => VersionedTransaction,
    ): Partial<SolanaWallet> =>
      ({
        signTransaction: undefined,
        sendTransaction: async (transaction: VersionedTransaction) =>
          node.connection.sendTransaction(await signer.signTransaction!(change(transaction))),
      }) as unknown as Partial<SolanaWallet>; // Adapters leave the member out.
    const compared: string[] = [];
    const noting = { ...context(), onCompared: (word: string) => void compared.push(word) };
    const honest = taskOf({ wallet: sending((transaction) => transaction) });
    await honest.confirm?.(await honest.submit(context()), noting);
    expect(compared).toEqual(['same']);
    for (const change of [
      (transaction: VersionedTransaction) => withInstruction(transaction, transferAway()),
      (transaction: VersionedTransaction) => onlyInstruction(transaction, transferAway()),
    ]) {
      const task = taskOf({ wallet: sending(change) });
      const submission = await task.submit(context());
      await expect(task.confirm?.(submission, context())).rejects.toEqual(
        failsWith('TRANSACTION_ALTERED'),
      );
    }
  });

  it('that sends by itself fails no payment where nobody shows the transaction', async () => {
    const signer = keypairWallet(node.user(3));
    const compared: string[] = [];
    const task = taskOf({
      wallet: {
        signTransaction: undefined,
        sendTransaction: async (transaction: VersionedTransaction) =>
          node.connection.sendTransaction(await signer.signTransaction!(transaction)),
      } as unknown as Partial<SolanaWallet>, // Adapters leave the member out.
    });
    const submission = await task.submit(context());
    const reading = vi.spyOn(node.connection, 'getTransaction').mockRejectedValue(new Error('no'));
    const noting = { ...context(), onCompared: (word: string) => void compared.push(word) };
    await task.confirm?.(submission, noting).finally(() => {
      reading.mockRestore();
    });
    expect(compared).toEqual(['unclear']);
  });

  it('has to be connected, and to be the user’s', async () => {
    await expect(taskOf({ wallet: { publicKey: null } }).submit(context())).rejects.toEqual(
      failsWith('WALLET_ERROR'),
    );
    await expect(
      taskOf({ wallet: { publicKey: node.user(4).publicKey } }).submit(context()),
    ).rejects.toEqual(failsWith('WALLET_ERROR'));
  });

  it('is not asked for what would fail, or for what is too large', async () => {
    let asked = 0;
    const wallet: Partial<SolanaWallet> = {
      signTransaction: (transaction) => {
        asked += 1;
        return Promise.resolve(transaction);
      },
    };
    await expect(taskOf({ wallet, amount: 10n ** 15n }).submit(context())).rejects.toEqual(
      failsWith('TRANSACTION_REVERTED'),
    );
    await expect(taskOf({ wallet, padding: 900 }).submit(context())).rejects.toEqual(
      failsWith('SOLANA_TX_TOO_LARGE'),
    );
    await expect(taskOf({ wallet, padding: 5_000 }).submit(context())).rejects.toEqual(
      failsWith('SOLANA_TX_TOO_LARGE'),
    );
    await expect(taskOf({ wallet, units: 1_000 }).submit(context())).rejects.toEqual(
      failsWith('TRANSACTION_REVERTED'),
    ); // R12
    expect(asked).toBe(0);
  });

  it('R11: cannot put a durable nonce under what was meant to expire', async () => {
    const advance = SystemProgram.nonceAdvance({
      noncePubkey: node.user(4).publicKey,
      authorizedPubkey: node.user(3).publicKey,
    });
    await expect(
      taskOf({ wallet: signing((transaction) => withInstruction(transaction, advance)) }).submit(
        context(),
      ),
    ).rejects.toEqual(failsWith('WALLET_ERROR'));
  });

  it('R12: signs accounts from a lookup table, and without it once the table is being closed', async () => {
    const authority = node.user(6).publicKey;
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority,
      payer: authority,
      recentSlot: await node.connection.getSlot('confirmed'),
    });
    const { vault } = depositoryAddresses(node.programs.depository);
    await act(
      create,
      AddressLookupTableProgram.extendLookupTable({
        lookupTable: table,
        authority,
        payer: authority,
        addresses: [new PublicKey(vault)],
      }),
    );
    const lookups = async (): Promise<number> => {
      let count = -1;
      await perform(
        taskOf({
          tables: [table.toBase58()],
          wallet: signing(
            (transaction) => (
              (count = transaction.message.addressTableLookups.length),
              transaction
            ),
          ),
        }),
      );
      return count;
    };
    expect(await lookups()).toBe(1);
    await act(AddressLookupTableProgram.deactivateLookupTable({ lookupTable: table, authority }));
    expect(await lookups()).toBe(0);
  });
});

describe('waiting', () => {
  it('sends the same bytes again until they land', async () => {
    await node.controls.dropTransactions(1);
    const txId = await perform(taskOf());
    expect((await node.connection.getSignatureStatus(txId)).value?.err).toBeNull();
  });

  it('R9: ends when the blockhash that was signed has expired, and not before', async () => {
    await node.controls.dropTransactions(1_000);
    const task = taskOf();
    const submission = await task.submit(context());
    const confirmed = expect(task.confirm?.(submission, context())).rejects.toEqual(
      failsWith('TRANSACTION_EXPIRED'),
    );
    await node.controls.expireBlockhashes();
    await confirmed;
    await node.controls.dropTransactions(0);
  });

  it('ends by the blockhash of the bytes that were sent, not by the one that was asked for', async () => {
    const keypair = node.user(3);
    const renew = async (transaction: VersionedTransaction): Promise<VersionedTransaction> => {
      await node.controls.expireBlockhashes();
      transaction.message.recentBlockhash = (
        await node.connection.getLatestBlockhash('confirmed')
      ).blockhash;
      transaction.sign([keypair]);
      return transaction;
    };
    await node.controls.dropTransactions(1);
    const signed = await perform(taskOf({ wallet: { signTransaction: renew } }));
    expect((await node.connection.getSignatureStatus(signed)).value?.err).toBeNull();
    // A wallet that sends by itself, a moment after it has answered.
    const sendLate = async (transaction: VersionedTransaction): Promise<string> => {
      const bytes = (await renew(transaction)).serialize();
      setTimeout(() => void node.connection.sendRawTransaction(bytes), 300);
      return base58.encode(transaction.signatures[0]!);
    };
    const wallet = { signTransaction: undefined, sendTransaction: sendLate };
    const sent = await perform(taskOf({ wallet: wallet as unknown as Partial<SolanaWallet> }));
    expect((await node.connection.getSignatureStatus(sent)).value?.err).toBeNull();
  });

  it('R10: believes the history where the newest statuses say nothing', async () => {
    const task = taskOf();
    const submission = await task.submit(context());
    await node.mine(2);
    await node.controls.expireBlockhashes();
    await task.confirm?.(submission, context());
  });

  it('of a run that was resumed ends too', async () => {
    const orderId = `0x${'d1'.repeat(32)}`;
    const [first, second] = [taskOf({ orderId }), taskOf({ orderId })];
    const submission = await first.submit(context());
    // Another executor knows nothing of what was sent.
    await second.confirm?.(submission, context());
    const unknown = { ...submission, txId: base58.encode(randomBytes(64)) };
    const ended = expect(second.confirm?.(unknown, context())).rejects.toEqual(
      failsWith('TRANSACTION_EXPIRED'),
    );
    await node.mine(2);
    // Its blockhash is not known here, so more than one life of a blockhash has to go by.
    for (let lives = 0; lives < 3; lives += 1) await node.controls.expireBlockhashes();
    await ended;
  });
});
