import { base58 } from '@scure/base';
import type { AccountState, Bank } from '../chain/createBank.js';
import type { SolanaAccounts, SolanaRole } from '../keys/deriveSolanaKeys.js';
import { associatedTokenAddress } from '../wire/findProgramAddress.js';
import { programs } from '../wire/programs.js';

const lamportsPerSol = 1_000_000_000n;
const userLamports = 1_000n * lamportsPerSol;
/** Lamports of the roles. Their sum stays below 2^53, so that the RPC's numbers are exact. */
const roleLamports: Readonly<Record<SolanaRole, bigint>> = {
  solver: 100_000n * lamportsPerSol,
  allocator: 0n,
  owner: 1_000n * lamportsPerSol,
  guardian: 10n * lamportsPerSol,
  faucet: 5_000_000n * lamportsPerSol,
  addresses: 0n,
};
/** Decimals of both tokens. */
const decimals = 6;
const unit = 10n ** 6n;
const userUsdc = 1_000_000n * unit;
const solverUsdc = 100_000_000n * unit;
/** Test tokens of a user; the solver holds none, because only pools trade them. */
const userPort = 100_000n * unit;

/** Balance of an address in a token, in smallest units. */
interface Holder {
  readonly address: string;
  readonly amount: bigint;
}

/** Puts the first accounts into an empty bank: money of the roles and users, and the mints. */
export function applyGenesis(bank: Bank, { users, roles, usdc, port }: SolanaAccounts): void {
  const systemAccount = (lamports: bigint): AccountState => ({
    lamports,
    data: new Uint8Array(),
    owner: programs.system,
    executable: false,
  });
  const tokenProgramAccount = (data: Uint8Array): AccountState => ({
    lamports: bank.rentExemption(data.length),
    data,
    owner: programs.token,
    executable: false,
  });
  for (const [role, lamports] of Object.entries(roleLamports)) {
    // The keys are the table's own.
    if (lamports > 0n) bank.setAccount(roles[role as SolanaRole].address, systemAccount(lamports));
  }
  for (const { address } of users) bank.setAccount(address, systemAccount(userLamports));
  const issue = (token: string, holders: readonly Holder[]): void => {
    for (const { address, amount } of holders)
      bank.setAccount(
        associatedTokenAddress(address, token),
        tokenProgramAccount(tokenAccount(token, address, amount)),
      );
    const supply = holders.reduce((sum, { amount }) => sum + amount, 0n);
    bank.setAccount(token, tokenProgramAccount(mint(roles.faucet.address, supply)));
  };
  const toUsers = (amount: bigint): readonly Holder[] =>
    users.map(({ address }) => ({ address, amount }));
  issue(usdc.address, [
    { address: roles.solver.address, amount: solverUsdc },
    ...toUsers(userUsdc),
  ]);
  issue(port.address, toUsers(userPort));
}

function mint(authority: string, supply: bigint): Uint8Array {
  const data = Buffer.alloc(82);
  data.writeUInt32LE(1, 0);
  data.set(base58.decode(authority), 4);
  data.writeBigUInt64LE(supply, 36);
  data.writeUInt8(decimals, 44);
  data.writeUInt8(1, 45);
  // The freeze authority is set, because the real USDC can be frozen too.
  data.writeUInt32LE(1, 46);
  data.set(base58.decode(authority), 50);
  return data;
}

function tokenAccount(mintAddress: string, owner: string, amount: bigint): Uint8Array {
  const data = Buffer.alloc(165);
  data.set(base58.decode(mintAddress), 0);
  data.set(base58.decode(owner), 32);
  data.writeBigUInt64LE(amount, 64);
  data.writeUInt8(1, 108);
  return data;
}
