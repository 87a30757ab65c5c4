import { readFile } from 'node:fs/promises';
import type { PrivateKeyAccount } from 'viem/accounts';
import { toEvmAccount } from '../families/evm.js';
import type { AccountOptions } from '../options.js';
import type { Session } from '../session.js';
import { usageError } from '../usageError.js';

/** Sources of keys. */
type Keys = Pick<Session, 'devnet' | 'io'>;

/**
 * Account that signs, or undefined if none was named. A key is never an argument, because every
 * process of the machine sees arguments and the shell's history keeps them.
 *
 * @throws InvalidArgumentError
 */
export async function readAccount(
  options: AccountOptions,
  keys: Keys,
): Promise<PrivateKeyAccount | undefined> {
  const keyOf = await readKeys(options, keys);
  return keyOf === undefined ? undefined : toEvmAccount(keyOf('evm'));
}

/**
 * Account that signs, for commands that need one.
 *
 * @throws InvalidArgumentError when no account was named, too
 */
export async function needAccount(options: AccountOptions, keys: Keys): Promise<PrivateKeyAccount> {
  const account = await readAccount(options, keys);
  if (account === undefined) throw noKey();
  return account;
}

/** Makes the error for a command that needs a key and was given none. */
export function noKey(): Error {
  return usageError(
    'A key is needed: set PORTAGE_PRIVATE_KEY, or give --key-file FILE, or --account N with --devnet FILE.',
  );
}

/** The key that was named, as text; a test account has one for each family of chains. */
export type KeyOf = (vm: string) => string;

/** Reads the key that was named; undefined if none was. @throws InvalidArgumentError */
export async function readKeys(
  { account, keyFile }: AccountOptions,
  { devnet, io }: Keys,
): Promise<KeyOf | undefined> {
  if (account !== undefined) {
    if (devnet === undefined) throw usageError('--account needs --devnet FILE.');
    return (vm) => {
      const known = devnet.keys.get(vm) ?? [];
      const key = known[account];
      if (key === undefined)
        throw usageError(`The devnet has the accounts 0 to ${String(known.length - 1)}.`);
      return key;
    };
  }
  if (keyFile !== undefined) {
    const text = await readFile(keyFile, 'utf8').catch(() => undefined);
    if (text === undefined) throw usageError(`The key file "${keyFile}" cannot be read.`);
    return () => text.trim();
  }
  const key = io.env['PORTAGE_PRIVATE_KEY'];
  return key === undefined || key === '' ? undefined : () => key;
}
