import { readFile } from 'node:fs/promises';
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import type { DevnetFile } from './devnetFile.js';
import type { Io } from './io.js';
import type { AccountOptions } from './options.js';
import { usageError } from './usageError.js';

/**
 * The account that signs, or undefined where none was named. A key is never an argument: arguments are seen by every
 * process of the machine and stay in the history of the shell.
 *
 * @throws InvalidArgumentError
 */
export async function readAccount(options: AccountOptions, devnet: DevnetFile | undefined, io: Pick<Io, 'env'>): Promise<PrivateKeyAccount | undefined> {
  const key = await readKey(options, devnet, io);
  if (key === undefined) return undefined;
  if (!/^(?:0x)?[0-9a-fA-F]{64}$/.test(key)) throw usageError('The private key is not 32 bytes of hex.');
  return privateKeyToAccount(`0x${key.replace(/^0x/, '')}`);
}

async function readKey({ account, keyFile }: AccountOptions, devnet: DevnetFile | undefined, { env }: Pick<Io, 'env'>): Promise<string | undefined> {
  if (account !== undefined) {
    if (devnet === undefined) throw usageError('--account needs --devnet FILE.');
    const key = devnet.privateKeys[account];
    if (key === undefined) throw usageError(`The devnet has the accounts 0 to ${String(devnet.privateKeys.length - 1)}.`);
    return key;
  }
  if (keyFile !== undefined) {
    const text = await readFile(keyFile, 'utf8').catch(() => undefined);
    if (text === undefined) throw usageError(`The key file "${keyFile}" cannot be read.`);
    return text.trim();
  }
  const key = env['PORTAGE_PRIVATE_KEY'];
  return key === undefined || key === '' ? undefined : key;
}
