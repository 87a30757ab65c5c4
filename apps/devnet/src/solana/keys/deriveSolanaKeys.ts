import { openKeyring, type Keypair } from './openKeyring.js';

/**
 * Role of an account that runs the service or the programs on Solana; `faucet` gives away SOL and
 * mints USDC, and deposit addresses come from the key of `addresses`.
 */
export type SolanaRole = 'solver' | 'allocator' | 'owner' | 'guardian' | 'faucet' | 'addresses';

/** Keys of the chain: of users, of the service, and of the tokens. */
export interface SolanaKeys {
  readonly users: readonly Keypair[];
  readonly roles: Readonly<Record<SolanaRole, Keypair>>;
  /** Keys whose addresses are those of the mints: USDC, and a token that only pools trade. */
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
