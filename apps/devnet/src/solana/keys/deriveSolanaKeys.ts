import { openKeyring, type Keypair } from './openKeyring.js';

/**
 * Role of an account that runs the service or the programs on Solana; `faucet` gives away SOL and
 * mints USDC, and deposit addresses come from the key of `addresses`.
 */
export type SolanaRole = 'solver' | 'allocator' | 'owner' | 'guardian' | 'faucet' | 'addresses';

/** Keys of users and of the service, and the mints of the tokens. */
export interface SolanaAccounts {
  readonly users: readonly Keypair[];
  readonly roles: Readonly<Record<SolanaRole, Keypair>>;
  readonly usdc: Pick<Keypair, 'address'>;
  /** A token that only pools trade. */
  readonly port: Pick<Keypair, 'address'>;
}

/** Keys of users, of the service, and of the tokens: their addresses are the mints. */
export interface SolanaKeys extends SolanaAccounts {
  readonly usdc: Keypair;
  readonly port: Keypair;
}

const roleBranch = 1;
const tokenBranch = 2;

/** Derives the same keys at every start. */
export function deriveSolanaKeys(users: number): SolanaKeys {
  const derive = openKeyring();
  const role = (account: number): Keypair => derive(account, roleBranch);
  return {
    users: Array.from({ length: users }, (_, account) => derive(account, 0)),
    roles: {
      solver: role(0),
      allocator: role(1),
      owner: role(2),
      guardian: role(3),
      faucet: role(4),
      addresses: role(5),
    },
    usdc: derive(0, tokenBranch),
    port: derive(1, tokenBranch),
  };
}

/** The same keys, and where a mint of USDC is given, that one. */
export function deriveSolanaAccounts(users: number, usdcMint?: string): SolanaAccounts {
  const keys = deriveSolanaKeys(users);
  return usdcMint === undefined ? keys : { ...keys, usdc: { address: usdcMint } };
}
