import { base58 } from '@scure/base';
import { deriveBitcoinKeys } from './bitcoin/keys/deriveBitcoinKeys.js';
import { deriveBridgeRelayer, deriveRoles, deriveUsers } from './contracts/deriveAccounts.js';
import { deriveExchangeAccounts } from './exchange/keys/deriveExchangeAccounts.js';
import { deriveSolanaKeys } from './solana/keys/deriveSolanaKeys.js';

/**
 * Every key of a devnet as a configuration writes it: of its service, and of so many users on each
 * chain. They are the same at every start, so everybody knows them.
 *
 * @example
 * ```ts
 * const isKnown = new Set(publicSecrets(20)).has(key);
 * ```
 */
export function publicSecrets(users: number): readonly string[] {
  const [solana, bitcoin] = [deriveSolanaKeys(users), deriveBitcoinKeys(users)];
  const exchange = deriveExchangeAccounts(users);
  const evm = [...Object.values(deriveRoles()), deriveBridgeRelayer(), ...deriveUsers(users)];
  return [
    ...evm.map(({ privateKey }) => privateKey),
    ...[...Object.values(solana.roles), ...solana.users, solana.usdc].map(({ secretKey }) =>
      base58.encode(secretKey),
    ),
    ...[...Object.values(bitcoin.roles), ...bitcoin.users].map(({ privateKey }) =>
      Buffer.from(privateKey).toString('hex'),
    ),
    bitcoin.depositAddresses,
    ...[...Object.values(exchange.roles), ...exchange.users].map(({ privateKey }) => privateKey),
  ];
}
