import type { Chains } from '@portage/core/chain';
import type { Memory } from './chains.js';
import { testChains, usdcToken, weth } from './chains.js';
import { testAddresses, testCalls, testPermits, testRawCalls } from './payments.js';
import { dollarPools, testSwaps } from './swaps.js';

/** The surroundings of a recorded request, as JSON holds them. */
export interface World {
  /** Pools on Base and Optimism. */
  readonly hasPools: boolean;
  /** Permits, gasless deposits, deposit addresses and fee payers on both. */
  readonly hasPayments: boolean;
  /** Rent on Optimism, native units; null without. */
  readonly rent: string | null;
  /** Whether rent has to be read first. */
  readonly isRentRead: boolean;
  /** Solver's USDC on Optimism; null for plenty. */
  readonly usdc: string | null;
  /** Whether a race of routes is won by the one that spends USDC. */
  readonly isRaced: boolean;
  /** Micro-USD that the solver wants to hold, by `slug:asset`. */
  readonly targets: Readonly<Record<string, string>>;
  /** Micro-USD on the balance of the sponsor "acme". */
  readonly sponsored: string;
}

/** The surroundings that are recorded in. */
export const worlds: Readonly<Record<string, World>> = {
  plain: {
    hasPools: false,
    hasPayments: false,
    rent: null,
    isRentRead: false,
    usdc: null,
    isRaced: false,
    targets: {},
    sponsored: '0',
  },
  full: {
    hasPools: true,
    hasPayments: true,
    rent: null,
    isRentRead: false,
    usdc: null,
    isRaced: true,
    targets: {},
    sponsored: '1000000000000',
  },
  rented: {
    hasPools: true,
    hasPayments: true,
    rent: '100000000000000',
    isRentRead: true,
    usdc: null,
    isRaced: false,
    targets: {
      'base:usdc': '5000000000',
      'optimism:usdc': '9000000000',
      'optimism:eth': '7000000000',
    },
    sponsored: '90000',
  },
  poor: {
    hasPools: true,
    hasPayments: true,
    rent: '50000000000000',
    isRentRead: false,
    usdc: '5000000',
    isRaced: false,
    targets: { 'optimism:usdc': '1000000000' },
    sponsored: '1000000000000',
  },
};

/** The chains of a world. */
export function chainsOf(world: World): Chains {
  const payments: Memory = world.hasPayments
    ? {
        addresses: testAddresses,
        permits: testPermits,
        gasless: testRawCalls,
        calls: testCalls,
        takesFeePayer: true,
      }
    : {};
  const { rent } = world;
  const base: Memory = { ...payments, ...(world.hasPools ? { swaps: testSwaps() } : {}) };
  const optimismPools = {
    ...dollarPools(usdcToken.optimism),
    bridge: [[usdcToken.optimism, 10n ** 13n, weth, 4_000n * 10n ** 18n]] as const,
  };
  const optimism: Memory = {
    ...payments,
    ...(world.hasPools ? { swaps: testSwaps(optimismPools) } : {}),
    ...(rent === null
      ? {}
      : { rent: () => (world.isRentRead ? Promise.resolve(BigInt(rent)) : BigInt(rent)) }),
    ...(world.usdc === null ? {} : { balances: { [usdcToken.optimism]: BigInt(world.usdc) } }),
    ...(world.isRaced
      ? {
          simulateFills: (fills) =>
            Promise.resolve(
              fills.map(({ swap }) =>
                swap?.currency === usdcToken.optimism
                  ? { status: 'passes' as const }
                  : { status: 'reverts' as const, reason: 'BelowMinimum' },
              ),
            ),
        }
      : {}),
  };
  return testChains({ base, optimism });
}
