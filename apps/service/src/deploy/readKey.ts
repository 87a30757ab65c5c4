import { readFileSync } from 'node:fs';
import { PortageError } from '@portage/core';
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { isPublicKey } from '../configuration/refusePublicKeys.js';

/** Variables that hold the key of a deployment, by the family of its chains. */
export const deployerVariables = {
  evm: 'PORTAGE_DEPLOYER_KEY',
  svm: 'PORTAGE_SVM_DEPLOYER_KEY',
} as const;

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
 * @param variable - that holds it, or with `_FILE` appended the path of its file
 * @param isReal - whether a chain is no devnet, where a key that everybody knows is refused
 * @throws PortageError `INVALID_CONFIGURATION`, never with the key
 */
export function readDeployerKey(
  env: NodeJS.ProcessEnv,
  variable: string,
  isReal: boolean,
): string | undefined {
  const name = `${variable}_FILE`;
  const key = env[variable] ?? readFile(name, env[name]);
  if (key === undefined) return undefined;
  if (isReal && isPublicKey(key)) throw wrong(`${variable} is a key that everybody knows.`);
  return key;
}

function readFile(name: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw wrong(`The key file that ${name} names cannot be read.`);
  }
}

function wrong(message: string): PortageError {
  return new PortageError('INVALID_CONFIGURATION', { message });
}
