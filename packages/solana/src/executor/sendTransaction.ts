import { PortageError } from '@portage/core';
import { checkAborted, type Submission, type TaskContext } from '@portage/core/executor';
import { encodeBase58 } from '../transaction/base58.js';
import type { Connection, VersionedTransaction } from '@solana/web3.js';
import { refusalReason } from '../errors/refusalReason.js';
import { walletError } from '../errors/walletError.js';
import type { SolanaTransactionData } from '../transaction/solanaTransactionData.js';
import { compileTransaction } from './compileTransaction.js';
import type { SendContext } from './sendContext.js';
import { signTransaction } from './signTransaction.js';
import type { SolanaWallet } from './wallet.js';

/** Builds the transaction of an item, tries it out on the chain, has it signed, and sends it. */
export async function sendTransaction(
  context: SendContext,
  data: SolanaTransactionData,
  { signal }: TaskContext,
): Promise<Submission> {
  checkAborted(signal);
  const { connection, wallet, chainId, sent } = context;
  const user = addressOf(wallet);
  checkSigners(context, data, user);
  const unsigned = await compileTransaction(connection, data, user).catch((error: unknown) =>
    Promise.reject(walletError(error)),
  );
  await tryOut(connection, unsigned.transaction);
  checkAborted(signal);
  try {
    const signed = await signTransaction(context, unsigned, data);
    if (signed.type === 'sent') return { type: 'transaction', chainId, txId: signed.txId };
    const bytes = signed.transaction.serialize();
    const txId = encodeBase58(signed.transaction.signatures[0] ?? new Uint8Array(64));
    const isRenewed = signed.transaction.message.recentBlockhash !== unsigned.blockhash;
    const lastValidBlockHeight = isRenewed ? undefined : unsigned.lastValidBlockHeight;
    sent.add(txId, { lastValidBlockHeight, bytes });
    // It was tried out before it was signed, and is sent again until it lands or has expired.
    await connection.sendRawTransaction(bytes, { skipPreflight: true, maxRetries: 0 });
    return { type: 'transaction', chainId, txId };
  } catch (error) {
    throw walletError(error);
  }
}

/** The account of a wallet. @throws PortageError `WALLET_ERROR` when none is connected */
export function addressOf({ publicKey }: SolanaWallet): string {
  if (publicKey === null)
    throw new PortageError('WALLET_ERROR', {
      message: 'The wallet is not connected.',
      hint: 'Connect the wallet first.',
    });
  return publicKey.toBase58();
}

/** Every signer must be here: the user, and the fee payer where that is another account. */
function checkSigners({ feePayer }: SendContext, data: SolanaTransactionData, user: string): void {
  const payer = feePayer?.publicKey?.toBase58();
  if (data.feePayer !== undefined && data.feePayer !== payer) {
    throw new PortageError('WALLET_ERROR', {
      message: `The fees of the step are paid by ${data.feePayer}, who is not here to sign.`,
      hint: 'Give the executor the wallet of the fee payer.',
    });
  }
  const signers = data.instructions.flatMap(({ keys }) =>
    keys.filter(({ isSigner }) => isSigner).map(({ pubkey }) => pubkey),
  );
  const stranger = signers.find((signer) => signer !== user && signer !== data.feePayer);
  if (stranger !== undefined) {
    throw new PortageError('WALLET_ERROR', {
      message: `The step is for ${stranger}, but the wallet acts as ${user}.`,
      hint: 'Choose the account in the wallet that the quote was asked for.',
    });
  }
}

/**
 * Lets the chain carry the transaction out without keeping it. An endpoint that cannot be asked
 * says nothing about it.
 */
async function tryOut(connection: Connection, transaction: VersionedTransaction): Promise<void> {
  const outcome = await connection
    .simulateTransaction(transaction, { sigVerify: false, commitment: 'confirmed' })
    .catch(() => undefined);
  const refusal = outcome?.value.err ?? null;
  if (refusal === null) return;
  const reason = refusalReason(refusal);
  throw new PortageError('TRANSACTION_REVERTED', {
    message: `The transaction would fail: ${reason}.`,
    hint: 'Nothing was sent.',
    context: { reason, sent: false },
  });
}
