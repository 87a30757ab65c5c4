import { PortageError } from '@portage/core';
import { solanaCodec } from '@portage/solana/codec';
import { programs } from '@portage/solana/program';
import { computeBudgetProgram } from '@portage/solana/transaction';

/** Programs and variables of every cluster that would swallow a payment. */
const common: readonly string[] = [
  ...Object.values(programs),
  computeBudgetProgram,
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
];
/**
 * Addresses of the cluster's own variables and programs end in ones, as no wallet's key does:
 * finding one that does takes 58^10 tries.
 */
const reserved = /1{10}$/;

/** Refuses accounts that would swallow a payment. `accounts` are ours and the listed tokens. */
export function createCheckRecipient(accounts: readonly string[]): (recipient: string) => void {
  const refused = new Set([...accounts, ...common]);
  return (recipient) => {
    const address = solanaCodec.normalizeAddress(recipient);
    if (!refused.has(address) && !reserved.test(address)) return;
    throw new PortageError('INVALID_RECIPIENT', {
      message: `${address} would keep the payment for itself.`,
      hint: 'It is a token, a program, or an account of the service. Name an account of a person.',
    });
  };
}
