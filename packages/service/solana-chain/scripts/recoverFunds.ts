import type { DepositAddressOwner } from '@portage/core/chain';
import { solanaCodec } from '@portage/solana/codec';
import {
  associatedTokenAddress,
  closeTokenAccount,
  createAssociatedToken,
  programs,
  send,
} from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';
import { Connection, PublicKey } from '@solana/web3.js';
import { createAddressRoot } from '../src/spend/createAddressRoot.js';
import { createKey } from '../src/spend/createKey.js';
import { signInstructions } from '../src/spend/signInstructions.js';

/** Money at a deposit address that is moved by hand. */
export interface RecoverOptions {
  readonly rpcUrl: string;
  /** Private key that deposit addresses come from. */
  readonly rootKey: string;
  /** Private key of the fee payer. */
  readonly payerKey: string;
  readonly owner: DepositAddressOwner;
  /** A mint, of which all is moved, or the system program's address for SOL. */
  readonly currency: string;
  /** Account that gets it. */
  readonly to: string;
}

/** Movement that was made. */
export interface Recovered {
  readonly address: string;
  readonly amount: bigint;
  readonly txId: string;
}

const transferChecked = 12;

/**
 * Moves all of one currency from a deposit address to an account. The key of the address comes from
 * the root, the order id and the depositor, and from nothing else.
 *
 * @throws Error where the address holds none of it, or the transaction fails
 */
export async function recoverFunds(options: RecoverOptions): Promise<Recovered> {
  const connection = new Connection(options.rpcUrl, 'confirmed');
  const payer = createKey(options.payerKey);
  const key = createAddressRoot(options.rootKey).child(options.owner);
  const { address } = key;
  const { amount, instructions } =
    options.currency === solanaCodec.nativeCurrency
      ? await moveSol(connection, address, options.to)
      : await moveToken(connection, address, { ...options, payer: payer.address });
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
  const { txId, transaction } = signInstructions([payer, key], instructions, blockhash);
  await connection.sendRawTransaction(transaction);
  const { value } = await connection.confirmTransaction(
    { signature: txId, blockhash, lastValidBlockHeight },
    'confirmed',
  );
  if (value.err !== null) throw new Error(`${txId} failed: ${JSON.stringify(value.err)}`);
  return { address, amount, txId };
}

interface Move {
  readonly amount: bigint;
  readonly instructions: readonly Instruction[];
}

async function moveSol(connection: Connection, address: string, to: string): Promise<Move> {
  const amount = BigInt(await connection.getBalance(new PublicKey(address)));
  if (amount === 0n) throw new Error(`${address} holds no SOL.`);
  const currency = solanaCodec.nativeCurrency;
  const transfer = { payer: address, recipient: to, currency, amount, decimals: 9 };
  return { amount, instructions: send(transfer) };
}

async function moveToken(
  connection: Connection,
  address: string,
  {
    currency: mint,
    to,
    payer,
  }: { readonly currency: string; readonly to: string; readonly payer: string },
): Promise<Move> {
  const minted = await connection.getAccountInfo(new PublicKey(mint));
  const tokenProgram = minted?.owner.toBase58() ?? '';
  if (tokenProgram !== programs.token && tokenProgram !== programs.token2022)
    throw new Error(`${mint} is no token.`);
  const holding = { owner: address, mint, tokenProgram };
  const [source, target] = [address, to].map((owner) =>
    associatedTokenAddress({ owner, mint, tokenProgram }),
  );
  if (source === undefined || target === undefined) throw new Error('Both accounts are known.');
  const { value } = await connection.getTokenAccountBalance(new PublicKey(source));
  const amount = BigInt(value.amount);
  const data = Buffer.alloc(10);
  data[0] = transferChecked;
  data.writeBigUInt64LE(amount, 1);
  data[9] = value.decimals;
  const writable = (pubkey: string): Instruction['keys'][number] => ({
    pubkey,
    isSigner: false,
    isWritable: true,
  });
  const keys = [
    writable(source),
    { pubkey: mint, isSigner: false, isWritable: false },
    writable(target),
    { pubkey: address, isSigner: true, isWritable: false },
  ];
  return {
    amount,
    instructions: [
      createAssociatedToken(payer, { owner: to, mint, tokenProgram }),
      { programId: tokenProgram, keys, data },
      closeTokenAccount({ ...holding, rentTo: payer }),
    ],
  };
}
