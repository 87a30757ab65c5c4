import { encodeAddress } from '../transaction/address.js';
import type { Instruction } from '../transaction/instruction.js';
import { associatedTokenAddress } from './associatedToken.js';
import { defineLayout, field, type Layout } from './layout.js';
import { programAddress } from './programAddress.js';
import { programs } from './programs.js';

/** Two mints of the token program that one test pool trades, in any order, and its fee. */
export interface TestPoolTerms {
  /** The test pool program. */
  readonly program: string;
  readonly mints: readonly [string, string];
  /** Part of each input that does not count, in basis points; below 10,000. */
  readonly feeBps: bigint;
}

/** Accounts of a test pool. */
export interface TestPool {
  readonly address: string;
  /** The first mint has the lower address. */
  readonly mints: readonly [string, string];
  /** Token accounts that hold the reserves, in the order of the mints. */
  readonly vaults: readonly [string, string];
  /** In basis points. */
  readonly feeBps: bigint;
}

interface Terms {
  readonly feeBps: bigint;
}

interface StoredPool {
  readonly mintA: string;
  readonly mintB: string;
  readonly vaultA: string;
  readonly vaultB: string;
  readonly feeBps: bigint;
  readonly bump: bigint;
}

const initializeLayout: Layout<Terms> = defineLayout('global:initialize_pool', {
  feeBps: field.u64,
});
const poolLayout: Layout<StoredPool> = defineLayout('account:Pool', {
  mintA: field.address,
  mintB: field.address,
  vaultA: field.address,
  vaultB: field.address,
  feeBps: field.u64,
  bump: field.u64,
});

/**
 * Accounts of the test pool of two mints with a fee. The fee is part of the address, so no pool can
 * take the place of another one.
 *
 * @example
 * ```ts
 * testPool({ program: testPoolProgram.address, mints: [usdc, wrappedSol], feeBps: 30n }).address;
 * ```
 */
export function testPool({ program, mints: [one, other], feeBps }: TestPoolTerms): TestPool {
  const mints = isLower(one, other) ? ([one, other] as const) : ([other, one] as const);
  const fee = new Uint8Array(8);
  new DataView(fee.buffer).setBigUint64(0, feeBps, true);
  const seeds = [new TextEncoder().encode('pool'), ...mints.map(encodeAddress), fee];
  const { address } = programAddress(seeds, program);
  const vault = (mint: string): string =>
    associatedTokenAddress({ owner: address, mint, tokenProgram: programs.token });
  return { address, mints, vaults: [vault(mints[0]), vault(mints[1])], feeBps };
}

/**
 * Makes a test pool. Its vaults must be there: `createAssociatedToken` before it. It is empty until
 * tokens of both mints are sent to the vaults; they stay there.
 *
 * @example
 * ```ts
 * initializeTestPool(payer, { program, mints: [usdc, wrappedSol], feeBps: 30n });
 * ```
 */
export function initializeTestPool(payer: string, terms: TestPoolTerms): Instruction {
  const { address, mints, vaults } = testPool(terms);
  const readOnly = [programs.token, programs.system];
  return {
    programId: terms.program,
    keys: [
      { pubkey: address, isSigner: false, isWritable: true },
      { pubkey: payer, isSigner: true, isWritable: true },
      ...mints.map((pubkey) => ({ pubkey, isSigner: false, isWritable: false })),
      ...vaults.map((pubkey) => ({ pubkey, isSigner: false, isWritable: true })),
      ...readOnly.map((pubkey) => ({ pubkey, isSigner: false, isWritable: false })),
    ],
    data: initializeLayout.encode({ feeBps: terms.feeBps }),
  };
}

/**
 * Reads the account of a test pool; undefined where the bytes are none.
 *
 * @param data - content of the account, whose owner must be the test pool program
 * @example
 * ```ts
 * readTestPool(address, data)?.vaults;
 * ```
 */
export function readTestPool(address: string, data: Uint8Array): TestPool | undefined {
  const stored = poolLayout.decode(data);
  if (stored === undefined) return undefined;
  const { mintA, mintB, vaultA, vaultB, feeBps } = stored;
  return { address, mints: [mintA, mintB], vaults: [vaultA, vaultB], feeBps };
}

/** Whether an address is the lower one, by its bytes. */
function isLower(one: string, other: string): boolean {
  const [a, b] = [encodeAddress(one), encodeAddress(other)];
  const index = a.findIndex((byte, at) => byte !== b[at]);
  return (a[index] ?? 0) < (b[index] ?? 0);
}
