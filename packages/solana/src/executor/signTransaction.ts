import { PortageError } from '@portage/core';
import type { VersionedTransaction } from '@solana/web3.js';
import type { SolanaTransactionData } from '../transaction/solanaTransactionData.js';
import { changedTransaction, checkUnchanged, isSameBytes } from './checkUnchanged.js';
import type { UnsignedTransaction } from './compileTransaction.js';
import type { SendContext } from './sendContext.js';

/** A transaction that is signed, or one that the wallet has sent by itself. */
export type SignResult =
  | { readonly type: 'signed'; readonly transaction: VersionedTransaction }
  | { readonly type: 'sent'; readonly txId: string };

/**
 * Has a transaction signed: by the user first, then by the fee payer, so that the user's wallet
 * cannot change what the fee payer has signed.
 *
 * @throws PortageError `WALLET_ERROR`
 */
export async function signTransaction(
  context: SendContext,
  unsigned: UnsignedTransaction,
  data: SolanaTransactionData,
): Promise<SignResult> {
  const { wallet, feePayer, connection, chainId } = context;
  const { transaction } = unsigned;
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
  const given = byUser.message.serialize();
  const user = wallet.publicKey?.toBase58();
  checkUnchanged({ chainId, user, data, unsigned, asked, signed: given });
  if (data.feePayer === undefined || feePayer?.signTransaction === undefined)
    return { type: 'signed', transaction: byUser };
  const byBoth = await feePayer.signTransaction(byUser);
  if (!isSameBytes(given, byBoth.message.serialize()))
    throw changedTransaction('The payer of the fees changed the transaction.');
  return { type: 'signed', transaction: byBoth };
}
