import { alteredTransaction, type Comparison } from '@portage/core/executor';
import type { Connection, VersionedTransactionResponse } from '@solana/web3.js';
import type {
  SolanaTransactionData,
  WireInstruction,
} from '../transaction/solanaTransactionData.js';
import { isSamePurpose, textOf } from './isSamePurpose.js';
import { messageInstructions } from './messageInstructions.js';
import { transactionEffects } from './transactionEffects.js';

/** Transaction that a wallet has sent by itself, and what was verified for it. */
export interface ReadBackOptions {
  readonly connection: Connection;
  readonly chainId: number;
  readonly txId: string;
  /** Account that pays; undefined where the wallet is not connected any more. */
  readonly user: string | undefined;
  readonly asked: SolanaTransactionData;
}

/**
 * Reads a transaction back that the wallet has sent by itself, and compares what it does with what
 * was verified. One that the user has not signed was made by a program of accounts (a multisig, a
 * smart wallet) and cannot be compared. undefined where the endpoint does not show it yet.
 *
 * @throws PortageError `TRANSACTION_ALTERED`
 */
export async function readBack(options: ReadBackOptions): Promise<Comparison | undefined> {
  const { connection, chainId, txId, user, asked } = options;
  const answer = await connection
    .getTransaction(txId, { commitment: 'confirmed', maxSupportedTransactionVersion: 0 })
    .catch(() => null);
  const sent = answer === null ? undefined : instructionsOf(answer);
  if (sent === undefined) return undefined;
  if (isSamePurpose(asked, sent.instructions, { chainId, user })) return 'same';
  if (user === undefined || !sent.signers.includes(user)) return 'unclear';
  const shown = (instructions: readonly WireInstruction[]): string =>
    textOf(transactionEffects({ instructions }, chainId));
  throw alteredTransaction(txId, [
    { member: 'effect', verified: shown(asked.instructions), sent: shown(sent.instructions) },
  ]);
}

/** Instructions of a transaction with their accounts, and who signed it. */
interface SentInstructions {
  readonly instructions: readonly WireInstruction[];
  readonly signers: readonly string[];
}

/** The instructions of an answer; undefined where accounts of a lookup table are not told. */
function instructionsOf({
  transaction: { message },
  meta,
}: VersionedTransactionResponse): SentInstructions | undefined {
  const lookups = message.addressTableLookups;
  const loaded = meta?.loadedAddresses;
  if (lookups.length > 0 && loaded == null) return undefined;
  const accounts = message.getAccountKeys(
    lookups.length > 0 && loaded != null ? { accountKeysFromLookups: loaded } : undefined,
  );
  return {
    signers: accounts.staticAccountKeys
      .slice(0, message.header.numRequiredSignatures)
      .map((key) => key.toBase58()),
    instructions: messageInstructions(message, accounts),
  };
}
