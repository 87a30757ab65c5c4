import { encodeAddress } from '../transaction/address.js';
import type { AccountMeta, Instruction } from '../transaction/instruction.js';
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

/** A swap through test pools, one after the other. All amounts are in smallest units. */
export interface TestPoolSwap {
  readonly program: string;
  /** One to four pools, none of them twice; each trades what the one before it gives. */
  readonly pools: readonly TestPool[];
  /** Owns the account that pays, and signs. */
  readonly authority: string;
  /** Token account that pays. */
  readonly source: string;
  /** Token account that receives; anybody's. */
  readonly destination: string;
  /** Mint that is paid in. */
  readonly mintIn: string;
  readonly type: 'EXACT_INPUT' | 'EXACT_OUTPUT';
  /** Exact input or exact output. */
  readonly amount: bigint;
  /** Least output of an exact input, or most input of an exact output. */
  readonly limit: bigint;
}

interface Terms {
  readonly feeBps: bigint;
}

interface SwapAmounts {
  readonly amount: bigint;
  readonly limit: bigint;
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
const amounts = { amount: field.u64, limit: field.u64 } as const;
const swapLayouts: Readonly<Record<TestPoolSwap['type'], Layout<SwapAmounts>>> = {
  EXACT_INPUT: defineLayout('global:swap_exact_input', amounts),
  EXACT_OUTPUT: defineLayout('global:swap_exact_output', amounts),
};
const poolLayout: Layout<StoredPool> = defineLayout('account:Pool', {
  mintA: field.address,
  mintB: field.address,
  vaultA: field.address,
  vaultB: field.address,
  feeBps: field.u64,
  bump: field.u64,
});

/**
 * Accounts of the test pool of two mints with a fee. The fee is part of the address, so nobody can
 * take the place of a pool with another one.
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
 * somebody sends tokens of both mints to the vaults; they stay there.
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

/**
 * The instruction that swaps through test pools: all of the amount within the limit, or nothing. A
 * pool pays straight into the next one, so nobody needs accounts of the tokens between.
 *
 * @example
 * ```ts
 * swapThroughTestPools({
 *   program,
 *   pools: [pool],
 *   authority: user,
 *   source,
 *   destination,
 *   mintIn: usdc,
 *   type: 'EXACT_INPUT',
 *   amount: 1_000_000n,
 *   limit: 6_500_000n,
 * });
 * ```
 */
export function swapThroughTestPools(swap: TestPoolSwap): Instruction {
  const { pools, amount, limit } = swap;
  const hops: AccountMeta[] = [];
  let mint = swap.mintIn;
  for (const { address, mints, vaults } of pools) {
    const [into, out] = mint === mints[0] ? ([0, 1] as const) : ([1, 0] as const);
    hops.push(readOnly(address), writable(vaults[into]), writable(vaults[out]));
    mint = mints[out];
  }
  const keys = [
    { ...readOnly(swap.authority), isSigner: true },
    ...[swap.source, swap.destination].map(writable),
    ...[swap.mintIn, mint, programs.token].map(readOnly),
    ...hops,
  ];
  return { programId: swap.program, keys, data: swapLayouts[swap.type].encode({ amount, limit }) };
}

/** A swap through test pools, as its instruction says it. */
export interface ReadTestPoolSwap extends Omit<TestPoolSwap, 'program' | 'pools'> {
  readonly mintOut: string;
}

/** Accounts before those of the pools, and accounts of each pool. */
const [headKeys, hopKeys] = [6, 3];

/**
 * Reads a swap back; undefined where an instruction is none. Which pools it goes through is not
 * said: the program refuses others than those of its mints, and the limit bounds all of them.
 *
 * @example
 * ```ts
 * readTestPoolSwap(instruction)?.limit;
 * ```
 */
export function readTestPoolSwap({ keys, data }: Instruction): ReadTestPoolSwap | undefined {
  const [authority, source, destination, mintIn, mintOut, tokenProgram, ...hops] = keys;
  if (authority === undefined || source === undefined || destination === undefined)
    return undefined;
  if (mintIn === undefined || mintOut === undefined || tokenProgram?.pubkey !== programs.token)
    return undefined;
  const isWhole = hops.length >= hopKeys && (keys.length - headKeys) % hopKeys === 0;
  const type =
    data[0] === swapLayouts.EXACT_INPUT.discriminator[0] ? 'EXACT_INPUT' : 'EXACT_OUTPUT';
  const values = swapLayouts[type].decode(data);
  if (!isWhole || !authority.isSigner || values === undefined) return undefined;
  return {
    ...{ authority: authority.pubkey, source: source.pubkey, destination: destination.pubkey },
    ...{ mintIn: mintIn.pubkey, mintOut: mintOut.pubkey, type, ...values },
  };
}

function readOnly(pubkey: string): AccountMeta {
  return { pubkey, isSigner: false, isWritable: false };
}

function writable(pubkey: string): AccountMeta {
  return { pubkey, isSigner: false, isWritable: true };
}

/** Whether an address is the lower one, by its bytes. */
function isLower(one: string, other: string): boolean {
  const [a, b] = [encodeAddress(one), encodeAddress(other)];
  const index = a.findIndex((byte, at) => byte !== b[at]);
  return (a[index] ?? 0) < (b[index] ?? 0);
}
