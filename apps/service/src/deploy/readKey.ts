import { readFileSync } from 'node:fs';
import { PortageError } from '@portage/core';
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { isPublicKey } from '../configuration/refusePublicKeys.js';

const variable = 'PORTAGE_DEPLOYER_KEY';

/**
 * Account of a key in hex.
 *
 * @throws PortageError `INVALID_CONFIGURATION`, never with the key
 */
export function accountOf(key: string, name: string): PrivateKeyAccount {
  if (!/^0x[0-9a-fA-F]{64}$/.test(key)) throw wrong(`${name} is no key: 32 bytes in hex.`);
  return privateKeyToAccount(`0x${key.slice(2)}`);
}

/**
 * Key of the account that pays for a deployment; undefined where none is given.
 *
 * @param isReal - whether a chain is no devnet, where a key that everybody knows is refused
 * @throws PortageError `INVALID_CONFIGURATION`, never with the key
 */
export function readDeployerKey(env: NodeJS.ProcessEnv, isReal: boolean): string | undefined {
  const key = env[variable] ?? readFile(env[`${variable}_FILE`]);
  if (key === undefined) return undefined;
  if (isReal && isPublicKey(key)) throw wrong(`${variable} is a key that everybody knows.`);
  return key;
}

function readFile(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw wrong(`The key file that ${variable}_FILE names cannot be read.`);
  }
}

function wrong(message: string): PortageError {
  return new PortageError('INVALID_CONFIGURATION', { message });
}
