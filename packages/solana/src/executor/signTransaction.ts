import { PortageError } from '@portage/core';
import type { VersionedTransaction } from '@solana/web3.js';
import type {
  SolanaTransactionData,
  WireInstruction,
} from '../transaction/solanaTransactionData.js';
import { readMessage } from '../transaction/readTransaction.js';
import { isSamePurpose } from './isSamePurpose.js';
import type { SendContext } from './sendContext.js';

/** A transaction that is signed, or one that the wallet has sent by itself. */
export type SignResult =
  | { readonly type: 'signed'; readonly transaction: VersionedTransaction }
  | { readonly type: 'sent'; readonly txId: string };

/**
 * Has a transaction signed: by the user first, then by who pays the fees, so that nobody can change
 * what the payer of the fees has signed. Wallets may add a limit or a price of compute units;
 * anything more is another transaction.
 *
 * @throws PortageError `WALLET_ERROR`
 */
export async function signTransaction(
  context: SendContext,
  transaction: VersionedTransaction,
  data: SolanaTransactionData,
): Promise<SignResult> {
  const { wallet, feePayer, connection } = context;
  if (wallet.signTransaction === undefined) {
    if (data.feePayer !== undefined)
      throw new PortageError('WALLET_ERROR', {
        message: 'The wallet can only sign and send at once, so nobody else can pay the fees.',
        hint: 'Ask for a quote without depositFeePayer.',
      });
    if (wallet.signAndSendTransaction !== undefined)
      return { type: 'sent', txId: (await wallet.signAndSendTransaction(transaction)).signature };
    if (wallet.sendTransaction !== undefined)
      return { type: 'sent', txId: await wallet.sendTransaction(transaction, connection) };
    throw new PortageError('WALLET_ERROR', { message: 'The wallet cannot sign transactions.' });
  }
  const asked = transaction.message.serialize();
  const byUser = await wallet.signTransaction(transaction);
  checkUnchanged(context.chainId, { asked, data, signed: byUser });
  if (data.feePayer === undefined || feePayer?.signTransaction === undefined)
    return { type: 'signed', transaction: byUser };
  const given = byUser.message.serialize();
  const byBoth = await feePayer.signTransaction(byUser);
  if (!isSame(given, byBoth.message.serialize()))
    throw changed('The payer of the fees changed the transaction.');
  return { type: 'signed', transaction: byBoth };
}

function checkUnchanged(
  chainId: number,
  {
    asked,
    data,
    signed,
  }: {
    readonly asked: Uint8Array;
    readonly data: SolanaTransactionData;
    readonly signed: VersionedTransaction;
  },
): void {
  const bytes = signed.message.serialize();
  if (isSame(asked, bytes)) return;
  if (data.feePayer !== undefined)
    throw changed('The wallet changed a transaction whose fees somebody else pays.');
  const instructions = readMessage(bytes)?.instructions?.map(
    ({ programId, keys, data: content }): WireInstruction => ({
      programId,
      keys,
      data: hexOf(content),
    }),
  );
  if (instructions === undefined || !isSamePurpose(data.instructions, instructions, chainId))
    throw changed('The wallet changed what the transaction does.');
}

function changed(message: string): PortageError {
  return new PortageError('WALLET_ERROR', { message, hint: 'Nothing was sent.' });
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
