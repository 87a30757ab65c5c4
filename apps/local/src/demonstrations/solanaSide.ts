import { randomBytes } from 'node:crypto';
import { solanaChain } from '@portage/devnet';
import { createSolanaExecutor, keypairWallet, solanaCodec } from '@portage/sdk/solana';
import { deposit, send } from '@portage/solana/program';
import {
  Connection,
  Keypair,
  PublicKey,
  sendAndConfirmTransaction,
  Transaction,
} from '@solana/web3.js';
import { base58 } from '@scure/base';
import type { Place } from '../currencies.js';
import type { DemonstrationContext } from './demonstration.js';
import type { Side } from './side.js';

/** Connection to the chain, and the account of a demonstration. */
function openAccount({ devnet, account: index }: DemonstrationContext): {
  readonly connection: Connection;
  readonly keypair: Keypair;
} {
  const { rpcUrl, accounts } = solanaChain(devnet.description);
  const known = accounts[index];
  if (known === undefined) throw new Error('The devnet has no such account on Solana.');
  return {
    connection: new Connection(rpcUrl, 'confirmed'),
    keypair: Keypair.fromSecretKey(base58.decode(known.secretKey)),
  };
}

/** Sends a plain transfer, as an exchange does, which knows nothing but the address. */
export async function sendOnSolana(
  context: DemonstrationContext,
  { address: currency, decimals }: Place,
  recipient: string,
  amount: bigint,
): Promise<string> {
  const { keypair } = openAccount(context);
  const payer = keypair.publicKey.toBase58();
  return sendInstructions(context, send({ payer, recipient, currency, amount, decimals }));
}

/** Deposit of SOL under an id that was never quoted. */
export async function depositUnmatchedOnSolana(
  context: DemonstrationContext,
  { address: currency }: Place,
  amount: bigint,
): Promise<string> {
  const { depository } = solanaChain(context.devnet.description).programs;
  const payer = openAccount(context).keypair.publicKey.toBase58();
  const id = `0x${randomBytes(32).toString('hex')}`;
  const terms = { depository, sender: payer, depositor: payer, currency, amount, id };
  return sendInstructions(context, [deposit(terms)]);
}

async function sendInstructions(
  context: DemonstrationContext,
  instructions: ReturnType<typeof send>,
): Promise<string> {
  const { connection, keypair } = openAccount(context);
  const transaction = new Transaction();
  for (const { programId, keys, data } of instructions)
    transaction.add({
      programId: new PublicKey(programId),
      keys: keys.map((key) => ({ ...key, pubkey: new PublicKey(key.pubkey) })),
      data: Buffer.from(data),
    });
  return sendAndConfirmTransaction(connection, transaction, [keypair]);
}

/** Solana chain with an account of the devnet. */
export function createSolanaSide(context: DemonstrationContext): Side {
  const { connection, keypair } = openAccount(context);
  return {
    executor: createSolanaExecutor({ wallet: keypairWallet(keypair), connection }),
    user: keypair.publicKey.toBase58(),
    freshAccount: () => Promise.resolve(Keypair.generate().publicKey.toBase58()),
    balanceOf: async ({ address }, holder) => {
      const owner = new PublicKey(holder);
      if (address === solanaCodec.nativeCurrency) return BigInt(await connection.getBalance(owner));
      const { value } = await connection.getParsedTokenAccountsByOwner(owner, {
        mint: new PublicKey(address),
      });
      return value.reduce((sum, { account }) => sum + readAmount(account.data.parsed), 0n);
    },
  };
}

/** Amount of a token account. */
function readAmount(parsed: unknown): bigint {
  // The RPC parses token accounts into this shape, which web3.js leaves untyped.
  const { info } = parsed as {
    readonly info: { readonly tokenAmount: { readonly amount: string } };
  };
  return BigInt(info.tokenAmount.amount);
}
