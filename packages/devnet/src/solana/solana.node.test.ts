import { createAssociatedTokenAccountIdempotent, createMint, getAccount, getAssociatedTokenAddressSync, mintTo, transferChecked } from '@solana/spl-token';
import { Connection, Keypair, LAMPORTS_PER_SOL, PublicKey, sendAndConfirmTransaction, SystemProgram, Transaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDevnet, solanaChain, type Devnet } from '../index.js';

let devnet: Devnet;
let connection: Connection;

beforeAll(async () => {
  devnet = await createDevnet({ chains: [{ vm: 'svm', id: 792703809, slug: 'solana', name: 'Solana' }], ports: [0], controlPort: 0, solana: { slotMs: 100 } });
  connection = new Connection(solanaChain(devnet.description).rpcUrl, 'confirmed');
});

afterAll(async () => {
  await devnet.close();
});

/** A key of the description. */
function user(index: number): Keypair {
  return Keypair.fromSecretKey(bs58.decode(solanaChain(devnet.description).accounts[index]!.secretKey));
}

async function airdrop(): Promise<Keypair> {
  const keypair = Keypair.generate();
  const signature = await connection.requestAirdrop(keypair.publicKey, LAMPORTS_PER_SOL);
  await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) });
  return keypair;
}

const transfer = (from: Keypair, to: PublicKey, lamports: number): Transaction => new Transaction().add(SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports }));

describe('the stock Connection', () => {
  test('finds the funded accounts', async () => {
    const { accounts, tokens, genesisHash } = solanaChain(devnet.description);
    expect(await connection.getGenesisHash()).toBe(genesisHash);
    const owner = new PublicKey(accounts[0]!.address);
    expect(await connection.getBalance(owner)).toBe(1000 * LAMPORTS_PER_SOL);
    const token = getAssociatedTokenAddressSync(new PublicKey(tokens.usdc.address), owner);
    expect((await connection.getTokenAccountBalance(token)).value).toEqual({ amount: '1000000000000', decimals: 6, uiAmount: 1_000_000, uiAmountString: '1000000' });
  });

  test('transfers lamports and shows the transaction', async () => {
    const from = await airdrop();
    const to = Keypair.generate().publicKey;
    const signature = await sendAndConfirmTransaction(connection, transfer(from, to, 2_000_000), [from]);
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(found?.meta).toMatchObject({ err: null, fee: 5000, preBalances: [LAMPORTS_PER_SOL, 0, 1], postBalances: [LAMPORTS_PER_SOL - 2_005_000, 2_000_000, 1] });
  });

  test('makes a token, and moves it', async () => {
    const payer = user(1);
    const mint = await createMint(connection, payer, payer.publicKey, null, 9);
    const [from, to] = await Promise.all([user(1), user(2)].map((owner) => createAssociatedTokenAccountIdempotent(connection, payer, mint, owner.publicKey)));
    await mintTo(connection, payer, mint, from!, payer, 10n);
    await transferChecked(connection, payer, from!, mint, to!, payer, 4n, 9);
    expect([(await getAccount(connection, from!)).amount, (await getAccount(connection, to!)).amount]).toEqual([6n, 4n]);
  });
});
