import type { AccountMeta, Instruction } from '../transaction/instruction.js';
import { defineLayout, field, type Layout } from './layout.js';
import { programs } from './programs.js';
import type { TestPool } from './testPool.js';

/** A swap through test pools, one after the other. All amounts are in smallest units. */
export interface TestPoolSwap {
  readonly program: string;
  /** One to four pools, none of them twice; each trades what the one before it gives. */
  readonly pools: readonly TestPool[];
  /** Owns the account that pays, and signs. */
  readonly authority: string;
  /** Token account that pays. */
  readonly source: string;
  /** Token account that receives, of any owner. */
  readonly destination: string;
  /** Mint that is paid in. */
  readonly mintIn: string;
  readonly type: 'EXACT_INPUT' | 'EXACT_OUTPUT';
  /** Exact input or exact output. */
  readonly amount: bigint;
  /** Least output of an exact input, or most input of an exact output. */
  readonly limit: bigint;
}

interface SwapAmounts {
  readonly amount: bigint;
  readonly limit: bigint;
}

const amounts = { amount: field.u64, limit: field.u64 } as const;
const swapLayouts: Readonly<Record<TestPoolSwap['type'], Layout<SwapAmounts>>> = {
  EXACT_INPUT: defineLayout('global:swap_exact_input', amounts),
  EXACT_OUTPUT: defineLayout('global:swap_exact_output', amounts),
};
/**
 * The instruction that swaps through test pools: all of the amount within the limit, or nothing. A
 * pool pays straight into the next one, so no accounts of the tokens between are needed.
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
    authority: authority.pubkey,
    source: source.pubkey,
    destination: destination.pubkey,
    mintIn: mintIn.pubkey,
    mintOut: mintOut.pubkey,
    type,
    ...values,
  };
}

function readOnly(pubkey: string): AccountMeta {
  return { pubkey, isSigner: false, isWritable: false };
}

function writable(pubkey: string): AccountMeta {
  return { pubkey, isSigner: false, isWritable: true };
}
