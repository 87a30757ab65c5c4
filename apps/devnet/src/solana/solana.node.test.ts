import { readFileSync } from 'node:fs';
import {
  createAssociatedTokenAccountIdempotent,
  createAssociatedTokenAccountInstruction,
  createMint,
  createMintToInstruction,
  getAccount,
  getAssociatedTokenAddressSync,
  mintTo,
  NATIVE_MINT,
  transferChecked,
} from '@solana/spl-token';
import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  NonceAccount,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  sendAndConfirmTransaction,
  SendTransactionError,
  SystemProgram,
  Transaction,
  TransactionExpiredBlockheightExceededError,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  type VersionedBlockResponse,
} from '@solana/web3.js';
import { depositoryProgram, fillerProgram } from '@portage/contracts/solana';
import { depositoryAddresses, readDepositoryConfig } from '@portage/solana/program';
import { base58 } from '@scure/base';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createDevnet,
  solanaChain,
  type Devnet,
  type SolanaControls,
  type SolanaDevnetChain,
} from '../index.js';
import { commandLine } from '../node/commandLine.js';

const memoProgram = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

let devnet: Devnet;
let chain: SolanaDevnetChain;
let connection: Connection;
let controls: SolanaControls;

beforeAll(async () => {
  devnet = await createDevnet({
    chains: [{ vm: 'svm', id: 792703809, slug: 'solana', name: 'Solana' }],
    ports: [0],
    controlPort: 0,
    solana: { slotMs: 100 },
  });
  chain = solanaChain(devnet.description);
  controls = devnet.solana();
  connection = new Connection(chain.rpcUrl, 'confirmed');
});

afterAll(async () => {
  await devnet.close();
});

afterEach(async () => {
  await controls.resumeMining();
  await controls.dropTransactions(0);
  await controls.releaseTransactions();
});

/** Funded key of the description, a different one for each test. */
function user(index: number): Keypair {
  return Keypair.fromSecretKey(base58.decode(chain.accounts[index]!.secretKey));
}

function stranger(): PublicKey {
  return Keypair.generate().publicKey;
}

const transfer = (from: Keypair, to: PublicKey, lamports: number): TransactionInstruction =>
  SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports });
const memo = (text: string): TransactionInstruction =>
  new TransactionInstruction({ programId: memoProgram, keys: [], data: Buffer.from(text) });

/** Signs a transaction without sending it. */
async function sign(
  from: Keypair,
  ...instructions: TransactionInstruction[]
): Promise<{ raw: Buffer; signature: string; blockhash: string; lastValidBlockHeight: number }> {
  const latest = await connection.getLatestBlockhash();
  const transaction = new Transaction({ feePayer: from.publicKey, ...latest }).add(...instructions);
  transaction.sign(from);
  return {
    raw: transaction.serialize(),
    signature: base58.encode(transaction.signature!),
    ...latest,
  };
}

/**
 * Sends a transaction and waits for it. (The helper of web3.js keeps blockhashes for half a minute,
 * too long for these tests.)
 */
async function confirmed(
  from: Keypair,
  ...instructions: TransactionInstruction[]
): Promise<string> {
  const { raw, ...strategy } = await sign(from, ...instructions);
  await connection.sendRawTransaction(raw);
  await connection.confirmTransaction(strategy);
  return strategy.signature;
}

const send = (raw: Uint8Array): Promise<string> =>
  connection.sendRawTransaction(raw, { skipPreflight: true });
const status = async (signature: string): Promise<string | null | undefined> =>
  (await connection.getSignatureStatus(signature)).value?.confirmationStatus;

/** Error of a call that must fail. */
async function refusal(call: Promise<unknown>): Promise<SendTransactionError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SendTransactionError);
  return error as SendTransactionError;
}

function rpc(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function ask(
  method: string,
  ...params: readonly unknown[]
): Promise<{ result?: unknown; error?: { code: number; message: string } }> {
  return (await (await rpc({ jsonrpc: '2.0', id: 1, method, params })).json()) as {
    result?: unknown;
    error?: { code: number; message: string };
  };
}

describe('boot', () => {
  test('accounts are funded, and their keys are in devnet.json', async () => {
    expect(await connection.getGenesisHash()).toBe(chain.genesisHash);
    for (const { address, secretKey } of [...chain.accounts, ...Object.values(chain.roles)])
      expect(Keypair.fromSecretKey(base58.decode(secretKey)).publicKey.toBase58()).toBe(address);
    const owner = user(9).publicKey;
    expect(await connection.getBalance(owner)).toBe(1000 * LAMPORTS_PER_SOL);
    const mint = new PublicKey(chain.tokens.usdc.address);
    const token = getAssociatedTokenAddressSync(mint, owner);
    expect((await connection.getTokenAccountBalance(token)).value).toEqual({
      amount: '1000000000000',
      decimals: 6,
      uiAmount: 1_000_000,
      uiAmountString: '1000000',
    });
    // Ten users, the solver, and five millions in pools.
    expect((await connection.getTokenSupply(mint)).value.uiAmount).toBe(115_000_000);
    const parsed = await connection.getParsedTokenAccountsByOwner(owner, { mint });
    expect(
      parsed.value.map(({ pubkey, account }) => [
        pubkey.toBase58(),
        (account.data.parsed as { info: { tokenAmount: { amount: string } } }).info.tokenAmount
          .amount,
      ]),
    ).toEqual([[token.toBase58(), '1000000000000']]);
    const solver = new PublicKey(chain.roles.solver.address);
    expect((await getAccount(connection, getAssociatedTokenAddressSync(mint, solver))).amount).toBe(
      100_000_000_000_000n,
    );
  });

  test('the programs are there, and the depository obeys the roles', async () => {
    for (const { address } of [depositoryProgram, fillerProgram])
      expect((await connection.getAccountInfo(new PublicKey(address)))?.executable).toBe(true);
    expect(chain.programs).toEqual({
      depository: depositoryProgram.address,
      filler: fillerProgram.address,
    });
    const config = await connection.getAccountInfo(
      new PublicKey(depositoryAddresses(chain.programs.depository).config),
      'processed',
    );
    const { owner, allocator, guardian } = chain.roles;
    expect(readDepositoryConfig(config!.data)).toMatchObject({
      owner: owner.address,
      allocator: allocator.address,
      guardian: guardian.address,
    });
  });

  test('slots are not heights, and both go on', async () => {
    const [slot, height, info] = await Promise.all([
      connection.getSlot(),
      connection.getBlockHeight(),
      connection.getEpochInfo(),
    ]);
    expect(slot - height).toBeGreaterThan(500);
    expect(info).toMatchObject({ epoch: 0, slotsInEpoch: 432_000 });
    await expect.poll(() => connection.getSlot()).toBeGreaterThan(slot);
    expect((await connection.getVersion())['solana-core']).toMatch(/^\d/);
    expect(await connection.getMinimumBalanceForRentExemption(165)).toBe(2_039_280);
    expect((await connection.getTokenSupply(NATIVE_MINT)).value.decimals).toBe(9);
  });
});

describe('transactions', () => {
  test('an airdrop and a transfer, shown in full', async () => {
    const from = Keypair.generate();
    const signature = await connection.requestAirdrop(from.publicKey, LAMPORTS_PER_SOL);
    await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) });
    const to = stranger();
    const sent = await confirmed(from, transfer(from, to, 2_000_000));
    const found = await connection.getTransaction(sent, { maxSupportedTransactionVersion: 0 });
    expect(found?.transaction.message.staticAccountKeys.map(String)).toEqual([
      from.publicKey.toBase58(),
      to.toBase58(),
      SystemProgram.programId.toBase58(),
    ]);
    expect(found?.meta).toMatchObject({
      err: null,
      fee: 5000,
      preBalances: [LAMPORTS_PER_SOL, 0, 1],
      postBalances: [LAMPORTS_PER_SOL - 2_005_000, 2_000_000, 1],
      computeUnitsConsumed: 150,
    });
    expect(found?.meta?.logMessages).toEqual([
      'Program 11111111111111111111111111111111 invoke [1]',
      'Program 11111111111111111111111111111111 success',
    ]);
    const parsed = await connection.getParsedTransaction(sent, {
      maxSupportedTransactionVersion: 0,
    });
    expect(parsed?.transaction.message.instructions).toMatchObject([
      {
        program: 'system',
        parsed: {
          type: 'transfer',
          info: {
            source: from.publicKey.toBase58(),
            destination: to.toBase58(),
            lamports: 2_000_000,
          },
        },
      },
    ]);
    expect(
      await connection.getTransaction(base58.encode(new Uint8Array(64).fill(1)), {
        maxSupportedTransactionVersion: 0,
      }),
    ).toBeNull();
  });

  test('tokens: a mint, accounts by one wallet for another, a checked transfer with its balances', async () => {
    const payer = user(0);
    const mint = await createMint(connection, payer, payer.publicKey, null, 9);
    const holder = stranger();
    const [from, to] = [
      await createAssociatedTokenAccountIdempotent(connection, payer, mint, payer.publicKey),
      await createAssociatedTokenAccountIdempotent(connection, payer, mint, holder),
    ];
    await mintTo(connection, payer, mint, from, payer, 10n);
    const sent = await transferChecked(connection, payer, from, mint, to, payer, 4n, 9);
    expect([
      (await getAccount(connection, from)).amount,
      (await getAccount(connection, to)).amount,
    ]).toEqual([6n, 4n]);
    const { meta, transaction } = (await connection.getTransaction(sent, {
      maxSupportedTransactionVersion: 0,
    }))!;
    const keys = transaction.message.staticAccountKeys.map(String);
    const balances = (list: NonNullable<typeof meta>['preTokenBalances']): unknown =>
      Object.fromEntries(
        list!.map(({ accountIndex, owner, uiTokenAmount }) => [
          keys[accountIndex],
          [owner, uiTokenAmount.amount],
        ]),
      );
    expect(balances(meta!.preTokenBalances)).toEqual({
      [from.toBase58()]: [payer.publicKey.toBase58(), '10'],
      [to.toBase58()]: [holder.toBase58(), '0'],
    });
    expect(balances(meta!.postTokenBalances)).toEqual({
      [from.toBase58()]: [payer.publicKey.toBase58(), '6'],
      [to.toBase58()]: [holder.toBase58(), '4'],
    });
    const mints = await connection.getProgramAccounts(
      new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
      { filters: [{ dataSize: 165 }, { memcmp: { offset: 0, bytes: mint.toBase58() } }] },
    );
    expect(mints.map(({ pubkey }) => pubkey.toBase58()).sort()).toEqual(
      [from.toBase58(), to.toBase58()].sort(),
    );
  });

  test('inner instructions are shown, and parsed', async () => {
    const payer = user(0);
    const mint = new PublicKey(chain.tokens.usdc.address);
    const owner = stranger();
    const token = getAssociatedTokenAddressSync(mint, owner);
    const [signature] = await controls.faucet(owner.toBase58(), { usdc: 5n });
    await connection.confirmTransaction({
      signature: signature!,
      ...(await connection.getLatestBlockhash()),
    });
    const parsed = await connection.getParsedTransaction(signature!, {
      maxSupportedTransactionVersion: 0,
    });
    expect(
      parsed?.transaction.message.instructions.map((instruction) =>
        'parsed' in instruction
          ? (instruction.parsed as { type: string }).type
          : instruction.programId.toBase58(),
      ),
    ).toEqual(['ComputeBudget111111111111111111111111111111', 'createIdempotent', 'mintTo']);
    const [inner] = parsed!.meta!.innerInstructions!;
    expect(inner!.index).toBe(1);
    expect(
      inner!.instructions.some(
        (instruction) =>
          'parsed' in instruction &&
          (instruction.parsed as { type: string; info: object }).type === 'createAccount',
      ),
    ).toBe(true);
    const raw = await connection.getTransaction(signature!, { maxSupportedTransactionVersion: 0 });
    expect(raw!.meta!.innerInstructions).toHaveLength(1);
    expect((await connection.getTokenAccountBalance(token)).value.amount).toBe('5');
    await expect(
      confirmed(payer, createMintToInstruction(mint, token, payer.publicKey, 1n)),
    ).rejects.toThrow(/custom program error: 0x4/);
  });

  test('version 0 with a lookup table', async () => {
    const payer = user(1);
    const to = stranger();
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: payer.publicKey,
      payer: payer.publicKey,
      recentSlot: await connection.getSlot('finalized'),
    });
    await confirmed(
      payer,
      create,
      AddressLookupTableProgram.extendLookupTable({
        lookupTable: table,
        authority: payer.publicKey,
        payer: payer.publicKey,
        addresses: [to],
      }),
    );
    const lookup = (await connection.getAddressLookupTable(table)).value!;
    expect(lookup.state.addresses.map(String)).toEqual([to.toBase58()]);
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: blockhash,
      instructions: [transfer(payer, to, 1_000_000)],
    }).compileToV0Message([lookup]);
    expect(message.addressTableLookups).toHaveLength(1);
    const transaction = new VersionedTransaction(message);
    transaction.sign([payer]);
    const signature = await connection.sendTransaction(transaction);
    await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight });
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect([
      found!.version,
      found!.meta!.loadedAddresses!.writable.map(String),
      found!.meta!.postBalances[2],
    ]).toEqual([0, [to.toBase58()], 1_000_000]);
    const parsed = await connection.getParsedTransaction(signature, {
      maxSupportedTransactionVersion: 0,
    });
    expect(
      parsed!.transaction.message.accountKeys
        .map(({ pubkey, source }) => [pubkey.toBase58(), source])
        .at(-1),
    ).toEqual([to.toBase58(), 'lookupTable']);
    expect(
      (await ask('getTransaction', signature, { commitment: 'confirmed' })).error,
    ).toMatchObject({ code: -32015 });
    expect((await connection.getSignaturesForAddress(to)).map((entry) => entry.signature)).toEqual([
      signature,
    ]);
  });

  test('fees: as asked for beforehand, with the priority fee, and seen by those who ask for recent ones', async () => {
    const payer = user(2);
    const to = stranger();
    const paid = async (
      ...instructions: TransactionInstruction[]
    ): Promise<readonly [asked: number | null, paid: number]> => {
      const transaction = new Transaction({
        feePayer: payer.publicKey,
        ...(await connection.getLatestBlockhash()),
      }).add(...instructions, transfer(payer, to, 1_000_000));
      const asked = (await connection.getFeeForMessage(transaction.compileMessage())).value;
      const signature = await sendAndConfirmTransaction(connection, transaction, [payer]);
      return [
        asked,
        (await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 }))!.meta!
          .fee,
      ];
    };
    expect(await paid()).toEqual([5000, 5000]);
    expect(
      await paid(
        ComputeBudgetProgram.setComputeUnitLimit({ units: 1000 }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 50_000 }),
      ),
    ).toEqual([5050, 5050]);
    const [asked, actual] = await paid(
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 }),
      memo('without a limit'),
    );
    expect(actual).toBe(asked);
    expect(actual).toBeGreaterThan(200_000);
    const fees = await connection.getRecentPrioritizationFees({ lockedWritableAccounts: [to] });
    expect(fees.map(({ prioritizationFee }) => prioritizationFee).filter((fee) => fee > 0)).toEqual(
      [50_000, 1_000_000],
    );
  });

  test('what fails in a block is there with its error, costs its fee, and changes nothing else', async () => {
    const payer = user(3);
    const before = await connection.getBalance(payer.publicKey);
    const err = { InstructionError: [1, { Custom: 1 }] };
    const { raw, signature } = await sign(
      payer,
      transfer(payer, stranger(), 5_000_000),
      transfer(payer, stranger(), 2000 * LAMPORTS_PER_SOL),
    );
    const told = new Promise((resolve) =>
      connection.onSignature(signature, (result) => resolve(result.err)),
    );
    await send(raw);
    expect(await told).toEqual(err);
    expect((await connection.getSignatureStatus(signature)).value?.err).toEqual(err);
    expect(
      (await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 }))!.meta,
    ).toMatchObject({ err, fee: 5000 });
    expect(await connection.getBalance(payer.publicKey)).toBe(before - 5000);
    expect(
      (await connection.getSignaturesForAddress(payer.publicKey, { limit: 1 }))[0],
    ).toMatchObject({ signature, err });
  });

  test('preflight refuses with logs; a wrong signature, a repetition and an unknown blockhash each in their own way', async () => {
    const payer = user(3);
    const poor = await refusal(
      connection.sendRawTransaction(
        (await sign(payer, transfer(payer, stranger(), 2000 * LAMPORTS_PER_SOL))).raw,
      ),
    );
    expect(poor.transactionError.message).toContain(
      'Error processing Instruction 0: custom program error: 0x1',
    );
    expect(poor.logs?.some((line) => line.includes('insufficient lamports'))).toBe(true);
    const broke = Keypair.generate();
    expect(
      (
        await refusal(
          connection.sendRawTransaction((await sign(broke, transfer(broke, stranger(), 1))).raw),
        )
      ).message,
    ).toContain('Attempt to debit an account but found no record of a prior credit.');
    const { raw, signature } = await sign(payer, memo('once'));
    const forged = Buffer.from(raw);
    forged[10]! ^= 1;
    expect((await refusal(connection.sendRawTransaction(forged))).message).toContain(
      'signature verification failure',
    );
    await connection.sendRawTransaction(raw);
    expect((await refusal(connection.sendRawTransaction(raw))).message).toContain(
      'already been processed',
    );
    expect(await send(raw)).toBe(signature);
    const other = new Transaction({
      feePayer: payer.publicKey,
      blockhash: stranger().toBase58(),
      lastValidBlockHeight: 1,
    }).add(memo('never'));
    other.sign(payer);
    expect((await refusal(connection.sendRawTransaction(other.serialize()))).message).toContain(
      'Blockhash not found',
    );
    expect(await status(await send(other.serialize()))).toBeUndefined();
  });

  test('a trial run: accounts as they would be, without signatures, with another blockhash', async () => {
    const payer = user(4);
    const to = stranger();
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: stranger().toBase58(),
      instructions: [transfer(payer, to, 3_000_000)],
    }).compileToV0Message();
    const unsigned = new VersionedTransaction(message);
    expect((await connection.simulateTransaction(unsigned)).value.err).toBe('BlockhashNotFound');
    const { value } = await connection.simulateTransaction(unsigned, {
      replaceRecentBlockhash: true,
      accounts: { encoding: 'base64', addresses: [to.toBase58()] },
    });
    expect([
      value.err,
      value.unitsConsumed,
      value.accounts?.map((account) => account?.lamports),
    ]).toEqual([null, 150, [3_000_000]]);
    expect(await connection.getBalance(to)).toBe(0);
    const token = getAssociatedTokenAddressSync(new PublicKey(chain.tokens.usdc.address), to);
    const create = createAssociatedTokenAccountInstruction(
      payer.publicKey,
      token,
      to,
      new PublicKey(chain.tokens.usdc.address),
    );
    const creating = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: stranger().toBase58(),
      instructions: [create],
    }).compileToV0Message();
    const inner = (
      await connection.simulateTransaction(new VersionedTransaction(creating), {
        replaceRecentBlockhash: true,
        innerInstructions: true,
      })
    ).value.innerInstructions!;
    expect(inner.map(({ index, instructions }) => [index, instructions.length > 1])).toEqual([
      [0, true],
    ]);
    const failing = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: (await connection.getLatestBlockhash()).blockhash,
      instructions: [transfer(payer, to, 2000 * LAMPORTS_PER_SOL)],
    }).compileToV0Message();
    expect(
      (await connection.simulateTransaction(new VersionedTransaction(failing))).value.err,
    ).toEqual({ InstructionError: [0, { Custom: 1 }] });
  });

  test('a durable nonce outlives its blockhash, and is good once', async () => {
    const payer = user(4);
    const nonce = Keypair.generate();
    const rent = await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH);
    const create = SystemProgram.createNonceAccount({
      fromPubkey: payer.publicKey,
      noncePubkey: nonce.publicKey,
      authorizedPubkey: payer.publicKey,
      lamports: rent,
    });
    await sendAndConfirmTransaction(connection, new Transaction().add(create), [payer, nonce]);
    const held = NonceAccount.fromAccountData(
      (await connection.getAccountInfo(nonce.publicKey))!.data,
    ).nonce;
    const advance = SystemProgram.nonceAdvance({
      noncePubkey: nonce.publicKey,
      authorizedPubkey: payer.publicKey,
    });
    const signed = (text: string): Buffer => {
      const transaction = new Transaction({
        feePayer: payer.publicKey,
        blockhash: held,
        lastValidBlockHeight: 0,
      }).add(advance, memo(text));
      transaction.sign(payer);
      return transaction.serialize();
    };
    await controls.expireBlockhashes();
    const signature = await connection.sendRawTransaction(signed('first'));
    expect(await status(signature)).toBeDefined();
    expect((await refusal(connection.sendRawTransaction(signed('second')))).message).toContain(
      'Blockhash not found',
    );
  });
});

describe('history', () => {
  test('pages backwards through the signatures of an account, with memos', async () => {
    const payer = user(5);
    const to = stranger();
    const signatures: string[] = [];
    for (const text of ['one', 'two', 'three', 'four'])
      signatures.unshift(await confirmed(payer, memo(text), transfer(payer, to, 1_000_000)));
    const page = async (options: object): Promise<unknown> =>
      (await connection.getSignaturesForAddress(to, options)).map(({ signature, memo: text }) => [
        signature,
        text,
      ]);
    const all = signatures.map((signature, index) => [
      signature,
      ['[4] four', '[5] three', '[3] two', '[3] one'][index],
    ]);
    expect(await page({})).toEqual(all);
    expect(await page({ limit: 2 })).toEqual(all.slice(0, 2));
    expect(await page({ before: signatures[1]!, limit: 2 })).toEqual(all.slice(2));
    expect(await page({ until: signatures[2]! })).toEqual(all.slice(0, 2));
    expect(await page({ before: signatures[0]!, until: signatures[3]! })).toEqual(all.slice(1, 3));
    expect(await connection.getSignaturesForAddress(stranger())).toEqual([]);
  });

  test('blocks hold their transactions; skipped slots have none', async () => {
    const payer = user(5);
    const signature = await confirmed(payer, memo('in a block'));
    const { slot } = (await connection.getTransaction(signature, {
      maxSupportedTransactionVersion: 0,
    }))!;
    // web3.js passes the height on without naming it in its type.
    const blockAt = async (at: number) =>
      (await connection.getBlock(at, {
        maxSupportedTransactionVersion: 0,
      })) as VersionedBlockResponse & { blockHeight: number };
    const block = await blockAt(slot);
    expect(block.transactions.map(({ transaction }) => transaction.signatures[0])).toContain(
      signature,
    );
    const parent = await blockAt(block.parentSlot);
    expect([block.previousBlockhash, block.blockHeight]).toEqual([
      parent.blockhash,
      parent.blockHeight + 1,
    ]);
    expect((await connection.getBlockSignatures(slot)).signatures).toContain(signature);
    expect(await connection.getBlockTime(slot)).toBe(block.blockTime);
    await controls.pauseMining();
    const tip = await connection.getSlot('processed');
    await controls.skipSlots(5);
    await controls.mine(3);
    expect(await connection.getBlocks(tip - 1, tip + 8)).toEqual([
      tip - 1,
      tip,
      tip + 6,
      tip + 7,
      tip + 8,
    ]);
    expect((await ask('getBlock', tip + 3, { commitment: 'confirmed' })).error).toMatchObject({
      code: -32007,
    });
    expect((await ask('getBlock', tip + 1000)).error).toMatchObject({ code: -32004 });
  });

  test('statuses are forgotten after a while, and found by who searches', async () => {
    const signature = await confirmed(user(5), memo('long ago'));
    await controls.mine(301);
    expect((await connection.getSignatureStatus(signature)).value).toBeNull();
    expect(
      (await connection.getSignatureStatus(signature, { searchTransactionHistory: true })).value,
    ).toMatchObject({ confirmationStatus: 'finalized', confirmations: null });
  });
});

describe('commitments', () => {
  test('each call answers as of its commitment', async () => {
    await controls.pauseMining();
    const to = stranger();
    const payer = user(6);
    const { raw, signature } = await sign(payer, transfer(payer, to, 1_000_000));
    await send(raw);
    const balances = (): Promise<number[]> =>
      Promise.all(
        (['processed', 'confirmed', 'finalized'] as const).map((commitment) =>
          connection.getBalance(to, commitment),
        ),
      );
    const seen: unknown[] = [];
    for (let blocks = 0; blocks < 5; blocks += 1) {
      seen.push([
        await status(signature),
        ...(await balances()),
        (await connection.getSignaturesForAddress(to, {}, 'confirmed')).length,
        (await connection.getSignaturesForAddress(to, {}, 'finalized')).length,
      ]);
      await controls.mine(1);
    }
    expect(seen).toEqual([
      ['processed', 1_000_000, 0, 0, 0, 0],
      ['confirmed', 1_000_000, 1_000_000, 0, 1, 0],
      ['confirmed', 1_000_000, 1_000_000, 0, 1, 0],
      ['finalized', 1_000_000, 1_000_000, 1_000_000, 1, 1],
      ['finalized', 1_000_000, 1_000_000, 1_000_000, 1, 1],
    ]);
    expect(
      (await ask('getTransaction', signature, { commitment: 'processed' })).error,
    ).toMatchObject({ code: -32602 });
    const slot = await connection.getSlot('processed');
    expect(
      (await ask('getBalance', to.toBase58(), { minContextSlot: slot + 1 })).error,
    ).toMatchObject({ code: -32016, data: { contextSlot: slot - 3 } });
  });

  test('a blockhash that is not there yet at the commitment of the preflight is not found', async () => {
    await controls.pauseMining();
    await controls.mine(1);
    const payer = user(6);
    const { raw } = await sign(payer, memo('early'));
    expect(
      (await refusal(connection.sendRawTransaction(raw, { preflightCommitment: 'finalized' })))
        .message,
    ).toContain('Blockhash not found');
    await connection.sendRawTransaction(raw, { preflightCommitment: 'confirmed' });
  });
});

describe('faults', () => {
  test('a dropped transaction never lands; the same bytes land when sent again', async () => {
    const payer = user(7);
    const { raw, signature } = await sign(payer, memo('dropped'));
    await controls.dropTransactions(1);
    expect(await connection.sendRawTransaction(raw)).toBe(signature);
    await controls.mine(5);
    expect(
      (await connection.getSignatureStatus(signature, { searchTransactionHistory: true })).value,
    ).toBeNull();
    // No slot may pass between the two calls, or the block would be confirmed by then.
    await controls.pauseMining();
    await connection.sendRawTransaction(raw);
    expect(await status(signature)).toBe('processed');
  });

  test('blockhashes expire: who waits is told, who sends is refused, and what was held back is too late', async () => {
    const payer = user(7);
    const late = await sign(payer, memo('late'));
    await controls.holdTransactions();
    await connection.sendRawTransaction(late.raw);
    const waiting = connection.confirmTransaction(late, 'confirmed').then(
      () => 'confirmed',
      (error: unknown) => error,
    );
    await controls.expireBlockhashes();
    expect(await connection.getBlockHeight('finalized')).toBeGreaterThan(late.lastValidBlockHeight);
    expect((await connection.isBlockhashValid(late.blockhash)).value).toBe(false);
    expect(await waiting).toBeInstanceOf(TransactionExpiredBlockheightExceededError);
    expect(await controls.releaseTransactions()).toEqual([]);
    expect((await refusal(connection.sendRawTransaction(late.raw))).message).toContain(
      'Blockhash not found',
    );
    expect(
      (
        await connection.getFeeForMessage(
          new TransactionMessage({
            payerKey: payer.publicKey,
            recentBlockhash: late.blockhash,
            instructions: [memo('x')],
          }).compileToV0Message(),
        )
      ).value,
    ).toBeNull();
  });

  test('a blockhash is good for exactly as long as it says', async () => {
    const payer = user(7);
    await controls.pauseMining();
    const [last, after] = [await sign(payer, memo('last')), await sign(payer, memo('after'))];
    await controls.mine(last.lastValidBlockHeight - (await connection.getBlockHeight('processed')));
    await send(last.raw);
    expect(await status(last.signature)).toBe('processed');
    await controls.mine(1);
    await send(after.raw);
    expect(await status(after.signature)).toBeUndefined();
  });

  test('held transactions land in order when released', async () => {
    const payer = user(7);
    const to = stranger();
    await controls.holdTransactions();
    const [first, second] = [
      await sign(payer, transfer(payer, to, 1_000_000)),
      await sign(payer, transfer(payer, to, 1_000_001)),
    ];
    for (const { raw } of [first, second, first]) await send(raw);
    expect(await connection.getBalance(to, 'processed')).toBe(0);
    expect(await controls.releaseTransactions()).toEqual([first.signature, second.signature]);
    expect(await connection.getBalance(to, 'processed')).toBe(2_000_001);
  });

  test('a fork takes back blocks with all they did; some transactions come again, others never', async () => {
    const payer = user(8);
    await controls.pauseMining();
    await controls.mine(1);
    const [kept, lost] = [stranger(), stranger()];
    const mint = new PublicKey(chain.tokens.usdc.address);
    const token = getAssociatedTokenAddressSync(mint, payer.publicKey);
    const before = await connection.getBalance(payer.publicKey, 'processed');
    const one = await sign(payer, transfer(payer, kept, 1_000_000));
    const two = await sign(payer, transfer(payer, lost, 2_000_000));
    await send(one.raw);
    await controls.mine(1);
    await send(two.raw);
    const [minted] = await controls.faucet(payer.publicKey.toBase58(), { usdc: 9n });
    const abandoned = await connection.getSlot('processed');
    const { slot, dropped } = await controls.fork(2, { keep: [one.signature] });
    expect([slot, dropped]).toEqual([abandoned + 1, [two.signature, minted]]);
    expect(
      await Promise.all(
        [payer.publicKey, kept, lost].map((key) => connection.getBalance(key, 'processed')),
      ),
    ).toEqual([before - 1_005_000, 1_000_000, 0]);
    expect((await connection.getTokenAccountBalance(token, 'processed')).value.amount).toBe(
      '1000000000000',
    );
    expect([await status(one.signature), await status(two.signature)]).toEqual([
      'processed',
      undefined,
    ]);
    await controls.mine(3);
    expect(
      (
        await connection.getTransaction(one.signature, {
          commitment: 'finalized',
          maxSupportedTransactionVersion: 0,
        })
      )?.slot,
    ).toBe(slot);
    expect(await connection.getSignaturesForAddress(lost)).toEqual([]);
    expect((await ask('getBlock', abandoned)).error).toMatchObject({ code: -32007 });
    expect(
      (await connection.getBlock(slot, { maxSupportedTransactionVersion: 0 }))?.parentSlot,
    ).toBe(abandoned - 2);
    await send(two.raw);
    expect(await status(two.signature)).toBe('processed');
  });

  test('a transaction on a blockhash of the lost side of a fork is gone with it', async () => {
    const payer = user(8);
    await controls.pauseMining();
    await controls.mine(2);
    const { raw, signature, blockhash } = await sign(payer, memo('on sand'));
    await send(raw);
    expect((await controls.fork(3, { keep: 'all' })).dropped).toContain(signature);
    expect((await connection.isBlockhashValid(blockhash, { commitment: 'processed' })).value).toBe(
      false,
    );
    await expect(controls.fork(50)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  test('the clock goes forward, never back', async () => {
    const timeOf = async (): Promise<number> =>
      (await connection.getBlockTime(await connection.getSlot('confirmed')))!;
    const before = await timeOf();
    await controls.shiftClock(604_800);
    await controls.mine(1);
    expect(await timeOf()).toBeGreaterThanOrEqual(before + 604_800);
    const clock = (
      await connection.getParsedAccountInfo(
        new PublicKey('SysvarC1ock11111111111111111111111111111111'),
        'processed',
      )
    ).value!.data as Buffer;
    expect(Number(clock.readBigInt64LE(32))).toBeGreaterThanOrEqual(before + 604_800);
  });

  test('the same over the control server', async () => {
    const post = async (path: string, body: object): Promise<readonly [number, unknown]> => {
      const response = await fetch(`${devnet.description.controlUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ chainId: chain.id, ...body }),
      });
      return [response.status, await response.json()];
    };
    const to = stranger();
    expect(await post('/faucet', { address: to.toBase58(), native: '1000000', usdc: '3' })).toEqual(
      [200, { txHashes: [expect.stringMatching(/^[1-9A-Za-z]{80,90}$/)] }],
    );
    expect(await connection.getBalance(to, 'processed')).toBe(1_000_000);
    for (const [path, body] of [
      ['/pause', {}],
      ['/mine', { blocks: 2 }],
      ['/skip-slots', { slots: 2 }],
      ['/hold', {}],
      ['/drop-next', { count: 0 }],
      ['/expire-blockhashes', {}],
      ['/shift-clock', { seconds: 1 }],
      ['/resume', {}],
    ] as const)
      expect(await post(path, body)).toEqual([200, {}]);
    expect(await post('/release', {})).toEqual([200, { signatures: [] }]);
    expect(await post('/fork', { depth: 1 })).toEqual([
      200,
      { slot: expect.any(Number) as number, dropped: [] },
    ]);
    expect((await post('/fork', { depth: 100 }))[0]).toBe(400);
    expect((await post('/reorg', { depth: 1 }))[1]).toMatchObject({
      errorCode: 'UNSUPPORTED_CHAIN',
    });
    expect((await post('/faucet', { address: '0x12', native: '1' }))[0]).toBe(400);
    await expect(devnet.faucet(chain.id, to.toBase58(), {})).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    expect(() => devnet.client(chain.id)).toThrow(/no EVM chain/);
  });
});

describe('notifications', () => {
  test('of slots, roots, accounts, programs, logs and signatures, until unsubscribed', async () => {
    const payer = user(8);
    const to = Keypair.generate();
    const heard: Record<string, unknown[]> = {
      slot: [],
      root: [],
      account: [],
      program: [],
      logs: [],
      others: [],
    };
    const stops = [
      connection.onSlotChange((info) => heard['slot']!.push(info.slot)),
      connection.onRootChange((root) => heard['root']!.push(root)),
      connection.onAccountChange(to.publicKey, ({ lamports }) => heard['account']!.push(lamports), {
        commitment: 'processed',
      }),
      connection.onProgramAccountChange(
        SystemProgram.programId,
        ({ accountId }) => heard['program']!.push(accountId.toBase58()),
        { commitment: 'finalized', filters: [{ dataSize: 0 }] },
      ),
      connection.onLogs(
        to.publicKey,
        ({ signature }) => heard['logs']!.push(signature),
        'confirmed',
      ),
      connection.onLogs(
        stranger(),
        ({ signature }) => heard['others']!.push(signature),
        'confirmed',
      ),
    ];
    await expect.poll(() => heard['slot']).not.toEqual([]);
    const { raw, signature } = await sign(payer, transfer(payer, to.publicKey, 1_000_000));
    const finalized = new Promise((resolve) =>
      connection.onSignature(signature, (result) => resolve(result.err), 'finalized'),
    );
    await send(raw);
    expect(await finalized).toBeNull();
    await expect.poll(() => heard['program']!.length).toBeGreaterThanOrEqual(2);
    expect(heard).toMatchObject({ account: [1_000_000], logs: [signature], others: [] });
    expect(heard['program']).toEqual(
      expect.arrayContaining([payer.publicKey.toBase58(), to.publicKey.toBase58()]),
    );
    const slots = heard['slot'] as number[];
    expect(slots).toEqual([...slots].sort((one, two) => one - two));
    const late = new Promise((resolve) =>
      connection.onSignature(signature, (result) => resolve(result.err), 'processed'),
    );
    expect(await late).toBeNull();
    await connection.removeSlotChangeListener(stops[0]!);
    await connection.removeRootChangeListener(stops[1]!);
    await connection.removeAccountChangeListener(stops[2]!);
    await connection.removeProgramAccountChangeListener(stops[3]!);
    for (const stop of stops.slice(4)) await connection.removeOnLogsListener(stop);
    const count = slots.length;
    await controls.mine(5);
    await connection.getSlot();
    expect(slots.length - count).toBeLessThan(3);
  });

  test('on the port that Connection takes by itself, and bounded', async () => {
    const { WebSocket } = await import('ws');
    expect(chain.wsUrl).toBe(`ws://127.0.0.1:${Number(new URL(chain.rpcUrl).port) + 1}`);
    const socket = new WebSocket(chain.wsUrl);
    const answers: { id?: number; result?: unknown; error?: { code: number } }[] = [];
    socket.on('message', (data: Buffer) =>
      answers.push(JSON.parse(data.toString()) as { id: number }),
    );
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send('not json');
    socket.send(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'accountUnsubscribe', params: [77] }),
    );
    socket.send(
      JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'accountSubscribe', params: ['nobody'] }),
    );
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'everythingSubscribe' }));
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 4, method: 'getHealth' }));
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'devnetPause' }));
    for (let index = 0; index < 1001; index += 1)
      socket.send(
        JSON.stringify({
          jsonrpc: '2.0',
          id: 100 + index,
          method: 'logsSubscribe',
          params: [{ mentions: [stranger().toBase58()] }],
        }),
      );
    await expect.poll(() => answers.some(({ id }) => id === 1100)).toBe(true);
    expect(answers.slice(0, 6).map(({ error, result }) => error?.code ?? result)).toEqual([
      -32700,
      -32602,
      -32602,
      -32601,
      'ok',
      -32601,
    ]);
    expect(answers.find(({ id }) => id === 1099)?.error).toBeUndefined();
    expect(answers.find(({ id }) => id === 1100)?.error?.code).toBe(-32600);
    socket.terminate();
  });
});

describe('bad requests', () => {
  test('are answered in JSON-RPC, and harm nobody', async () => {
    const answer = async (body: unknown): Promise<unknown> =>
      ((await (await rpc(body)).json()) as { error?: { code: number } }).error?.code;
    expect(await answer('{')).toBe(-32700);
    expect(await answer('null')).toBe(-32600);
    expect(await answer('[]')).toBe(-32600);
    expect(await answer({ jsonrpc: '1.0', id: 1, method: 'getSlot' })).toBe(-32600);
    const calls: readonly (readonly [string, ...unknown[]])[] = [
      ['getBalance'],
      ['getBalance', 5],
      ['getBalance', 'x'],
      ['getBalance', SystemProgram.programId.toBase58(), { commitment: 'soon' }],
      ['getBalance', SystemProgram.programId.toBase58(), {}, 1],
      ['getMultipleAccounts', new Array(101).fill(SystemProgram.programId.toBase58())],
      ['getAccountInfo', SystemProgram.programId.toBase58(), { encoding: 'morse' }],
      ['getSignatureStatuses', ['x']],
      ['getSignaturesForAddress', SystemProgram.programId.toBase58(), { limit: 1001 }],
      ['getTokenAccountBalance', SystemProgram.programId.toBase58()],
      ['getTokenSupply', SystemProgram.programId.toBase58()],
      [
        'getTokenAccountsByOwner',
        SystemProgram.programId.toBase58(),
        { mint: SystemProgram.programId.toBase58() },
      ],
      ['getBlocks', 0, 10_000_000],
      ['requestAirdrop', SystemProgram.programId.toBase58(), -1],
      ['requestAirdrop', SystemProgram.programId.toBase58(), 2 ** 53],
      ['sendTransaction', 'AAAA', { encoding: 'base64' }],
      ['sendTransaction', '0OIl'],
      ['sendTransaction', 'A'.repeat(1_701), { encoding: 'base64' }],
      ['sendTransaction', Buffer.alloc(1233).toString('base64'), { encoding: 'base64' }],
      ['simulateTransaction', 'AQ==', { encoding: 'base64' }],
      ['getFeeForMessage', 'AQ=='],
      ['devnetFork', 0],
      ['devnetFaucet', 'x', {}],
      ['devnetFaucet', SystemProgram.programId.toBase58(), { usdc: (2n ** 64n).toString() }],
      ['devnetShiftClock', -1],
    ];
    for (const [method, ...params] of calls)
      expect([method, params.length, (await ask(method, ...params)).error?.code]).toEqual([
        method,
        params.length,
        -32602,
      ]);
    expect((await ask('getEverything')).error?.code).toBe(-32601);
    expect((await ask('constructor')).error?.code).toBe(-32601);
    const batch = (await (
      await rpc([
        { jsonrpc: '2.0', id: 1, method: 'getHealth' },
        7,
        { jsonrpc: '2.0', id: 'b', method: 'getSlot', params: [null] },
        { jsonrpc: '2.0', method: 'getHealth' },
      ])
    ).json()) as { id: unknown }[];
    expect(batch.map(({ id }) => id)).toEqual([1, null, 'b']);
  });

  test('at the edge of HTTP', async () => {
    const codes = [
      await rpc('x'.repeat(1_000_001)),
      await rpc('{}', { 'content-type': 'text/plain' }),
      await fetch(chain.rpcUrl),
      await fetch(`${chain.rpcUrl}/health`),
      await fetch(chain.rpcUrl, { method: 'OPTIONS' }),
    ].map((response) => response.status);
    expect(codes).toEqual([413, 415, 405, 200, 204]);
    const page = await rpc(
      { jsonrpc: '2.0', id: 1, method: 'devnetPause' },
      { origin: 'https://page.example' },
    );
    expect(await page.json()).toMatchObject({ error: { code: -32601 } });
    expect(
      (
        await rpc(
          { jsonrpc: '2.0', id: 1, method: 'getHealth' },
          { origin: 'https://page.example' },
        )
      ).headers.get('access-control-allow-origin'),
    ).toBe('*');
  });
});

test('another boot is another chain, the ports beside it are left alone, and nothing stays behind', async () => {
  const other = await createDevnet({
    chains: [{ vm: 'svm', id: 792703809, slug: 'solana', name: 'Solana' }],
    ports: [Number(new URL(chain.rpcUrl).port)],
    controlPort: 0,
  });
  const described = solanaChain(other.description);
  expect(described.genesisHash).not.toBe(chain.genesisHash);
  expect(described.rpcUrl).not.toBe(chain.rpcUrl);
  expect(described.accounts).toEqual(chain.accounts);
  const [pid = 0] = other.pids;
  expect(readFileSync(other.file, 'utf8')).toContain(described.genesisHash);
  await other.close();
  expect(commandLine(pid)).toBeUndefined();
  await expect(
    createDevnet({
      chains: ['a', 'b'].map((slug, id) => ({ vm: 'svm' as const, id, slug, name: slug })),
    }),
  ).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION' });
});
