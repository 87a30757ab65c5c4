import { bytesToHex } from '@portage/core';
import { privateKeyFrom, publicKeyOf } from '@portage/exchange/signature';
import { createHash } from 'node:crypto';
import { deriveRoles, deriveUsers, type DevnetAccount } from '../../contracts/deriveAccounts.js';
import { depositoryIndex, firstUserIndex, keyIndex, solverIndex } from '../parameters.js';

/** Account of the exchange with its API key and its owner. */
export interface ExchangeAccountKeys {
  readonly accountIndex: number;
  readonly apiKeyIndex: number;
  /** Private key of the API key, 40 bytes as hex with 0x. */
  readonly privateKey: `0x${string}`;
  /** Public key of the API key, 40 bytes as hex with 0x. */
  readonly publicKey: `0x${string}`;
  readonly owner: DevnetAccount;
}

/** Role of an account of the service. */
export type ExchangeRole = 'solver' | 'depository';

/** Accounts of the exchange: of users and of the service. */
export interface ExchangeKeys {
  readonly users: readonly ExchangeAccountKeys[];
  readonly roles: Readonly<Record<ExchangeRole, ExchangeAccountKeys>>;
}

/** Derives the same keys at every start; they are test keys that everybody knows. */
export function deriveExchangeAccounts(users: number): ExchangeKeys {
  const roles = deriveRoles();
  return {
    users: deriveUsers(users).map((owner, place) => derive(firstUserIndex + place, owner)),
    roles: {
      solver: derive(solverIndex, roles.solver),
      depository: derive(depositoryIndex, roles.allocator),
    },
  };
}

function derive(accountIndex: number, owner: DevnetAccount): ExchangeAccountKeys {
  const secret = createHash('sha512').update(`portage devnet exchange ${accountIndex}`).digest();
  const privateKey = privateKeyFrom(secret);
  return {
    accountIndex,
    apiKeyIndex: keyIndex,
    privateKey: bytesToHex(privateKey),
    publicKey: bytesToHex(publicKeyOf(privateKey)),
    owner,
  };
}
