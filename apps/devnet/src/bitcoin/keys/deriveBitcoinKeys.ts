import { extendedKey } from './extendedKey.js';
import { openBitcoinAccount, openKeyring, type BitcoinKey } from './openKeyring.js';

/** Role of a key; `faucet` gives away coins and mines, `crowd` fills blocks. */
export type BitcoinRole = 'solver' | 'allocator' | 'faucet' | 'crowd';

/** Keys of the chain: of users and of the service. */
export interface BitcoinKeys {
  readonly users: readonly BitcoinKey[];
  readonly roles: Readonly<Record<BitcoinRole, BitcoinKey>>;
  /** Extended private key that deposit addresses come from. */
  readonly depositAddresses: string;
}

const roleAccount = 1;
const addressAccount = 2;

/** Derives the same keys at every start. */
export function deriveBitcoinKeys(users: number): BitcoinKeys {
  const derive = openKeyring();
  const role = (index: number): BitcoinKey => derive(roleAccount, index);
  return {
    users: Array.from({ length: users }, (_, index) => derive(0, index)),
    roles: { solver: role(0), allocator: role(1), faucet: role(2), crowd: role(3) },
    depositAddresses: extendedKey(openBitcoinAccount(addressAccount)),
  };
}
