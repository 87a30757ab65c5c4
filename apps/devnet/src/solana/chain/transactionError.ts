import {
  InstructionErrorCustom,
  TransactionErrorDuplicateInstruction,
  TransactionErrorInstructionError,
  TransactionErrorInsufficientFundsForRent,
  type FailedTransactionMetadata,
} from 'litesvm/dist/internal.js';
import { instructionErrors, transactionErrors } from './errorNames.js';

/** Error of an instruction, in the form of the RPC. */
export type InstructionError = string | { readonly Custom: number };

/** Error of a transaction, in the form of the RPC. */
export type TransactionError =
  | string
  | { readonly InstructionError: readonly [number, InstructionError] }
  | { readonly DuplicateInstruction: number }
  | { readonly InsufficientFundsForRent: { readonly account_index: number } }
  | { readonly ProgramExecutionTemporarilyRestricted: { readonly account_index: number } };

/** Converts the VM's error to the form of the RPC. */
export function toTransactionError(
  error: ReturnType<FailedTransactionMetadata['err']>,
): TransactionError {
  if (typeof error === 'number') return transactionErrors[error]?.[0] ?? 'SanitizeFailure';
  if (error instanceof TransactionErrorInstructionError) {
    const cause = error.err();
    if (typeof cause === 'number')
      return { InstructionError: [error.index, instructionErrors[cause]?.[0] ?? 'GenericError'] };
    return {
      InstructionError: [
        error.index,
        cause instanceof InstructionErrorCustom ? { Custom: cause.code } : 'BorshIoError',
      ],
    };
  }
  if (error instanceof TransactionErrorDuplicateInstruction)
    return { DuplicateInstruction: error.index };
  const place = { account_index: error.accountIndex };
  return error instanceof TransactionErrorInsufficientFundsForRent
    ? { InsufficientFundsForRent: place }
    : { ProgramExecutionTemporarilyRestricted: place };
}

/** Message of an error, as a node writes it. */
export function describeError(error: TransactionError): string {
  if (typeof error === 'string')
    return transactionErrors.find(([name]) => name === error)?.[1] ?? error;
  if ('InstructionError' in error) {
    const [index, cause] = error.InstructionError;
    const text =
      typeof cause === 'string'
        ? (instructionErrors.find(([name]) => name === cause)?.[1] ?? cause)
        : `custom program error: 0x${cause.Custom.toString(16)}`;
    return `Error processing Instruction ${index}: ${text}`;
  }
  if ('DuplicateInstruction' in error)
    return `Transaction contains a duplicate instruction (${error.DuplicateInstruction}) that is not allowed`;
  if ('InsufficientFundsForRent' in error)
    return `Transaction results in an account (${error.InsufficientFundsForRent.account_index}) with insufficient funds for rent`;
  return `Execution of the program referenced by account at index ${error.ProgramExecutionTemporarilyRestricted.account_index} is temporarily restricted.`;
}
