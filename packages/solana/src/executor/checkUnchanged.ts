import { PortageError } from '@portage/core';
import { VersionedMessage } from '@solana/web3.js';
import { readMessage } from '../transaction/readTransaction.js';
import type {
  SolanaTransactionData,
  WireInstruction,
} from '../transaction/solanaTransactionData.js';
import type { UnsignedTransaction } from './compileTransaction.js';
import { isSamePurpose } from './isSamePurpose.js';
import { messageInstructions } from './messageInstructions.js';

/** Transaction that a wallet was asked to sign, and the message that it signed. */
export interface Signing {
  readonly chainId: number;
  /** Account of the wallet. */
  readonly user: string | undefined;
  readonly data: SolanaTransactionData;
  readonly unsigned: Pick<UnsignedTransaction, 'tables'>;
  /** The message that was given to the wallet, in bytes. */
  readonly asked: Uint8Array;
  /** The message that came back, in bytes. */
  readonly signed: Uint8Array;
}

/**
 * Wallets may add assertions, which only let a transaction fail, and where they pay the fees a
 * limit or a price of compute units; anything more is another transaction.
 *
 * @throws PortageError `WALLET_ERROR`
 */
export function checkUnchanged({ asked, signed, data, ...signing }: Signing): void {
  if (isSameBytes(asked, signed)) return;
  const instructions = instructionsOf(signed, signing.unsigned);
  if (
    instructions === undefined ||
    (data.feePayer !== undefined && headOf(asked) !== headOf(signed)) ||
    !isSamePurpose(data, instructions, signing)
  )
    throw changedTransaction(
      data.feePayer === undefined
        ? 'The wallet changed what the transaction does.'
        : 'The wallet changed a transaction whose fees another account pays.',
    );
}

/** An error about a transaction that a signer changed while signing it. */
export function changedTransaction(message: string): PortageError {
  return new PortageError('WALLET_ERROR', { message, hint: 'Nothing was sent.' });
}

/** Whether two messages are the same, byte by byte. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/** Signers of a message, its payer of fees and its blockhash, as text. */
function headOf(bytes: Uint8Array): string {
  const { keys = [], signers = 0, blockhash } = readMessage(bytes) ?? {};
  return [blockhash, ...keys.slice(0, signers)].join();
}

/** undefined where the bytes are no message, or use a lookup table that was not asked for. */
function instructionsOf(
  bytes: Uint8Array,
  { tables }: Pick<UnsignedTransaction, 'tables'>,
): readonly WireInstruction[] | undefined {
  if (readMessage(bytes) === undefined) return undefined;
  const message = VersionedMessage.deserialize(bytes);
  const isKnown = message.addressTableLookups.every(({ accountKey }) =>
    tables.some(({ key }) => key.equals(accountKey)),
  );
  if (!isKnown) return undefined;
  const lookups = { addressLookupTableAccounts: [...tables] };
  return messageInstructions(message, message.getAccountKeys(lookups));
}
