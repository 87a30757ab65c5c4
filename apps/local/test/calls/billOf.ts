/** Calls of a network, and what a host counts for them. */
export interface NetworkBill {
  readonly slug: string;
  readonly callsPerSecond: number;
  readonly callsPerBlock: number;
  readonly callsPerDay: number;
  /** Units of a host in a month of thirty days. */
  readonly unitsPerMonth: number;
  readonly usdPerMonth: number;
  /** Most calls a second; undefined where coins and their number decide. */
  readonly callsMax: number | undefined;
  readonly isWithin: boolean;
}

/** Calls of a network by method, in a time. */
export interface CountedCalls {
  readonly slug: string;
  readonly vm: string;
  readonly blockSeconds: number;
  readonly seconds: number;
  readonly endpoints: number;
  readonly byMethod: Readonly<Record<string, number>>;
}

/** Price of a million units, in USD. */
export interface Prices {
  readonly evm: number;
  readonly other: number;
}

/**
 * Units of one call on EVM networks, as Alchemy counts them
 * (https://www.alchemy.com/docs/reference/compute-unit-costs, read 2026-11-29).
 */
const evmUnits: Readonly<Record<string, number>> = {
  eth_chainId: 0,
  eth_blockNumber: 10,
  eth_feeHistory: 10,
  eth_maxPriorityFeePerGas: 10,
  eth_call: 26,
  eth_getLogs: 60,
  eth_sendRawTransaction: 40,
  eth_simulateV1: 40,
};

/** Every other method of the table that a service asks for. */
const evmUnitsElse = 20;

/**
 * Credits of one call on Solana, as Helius counts them
 * (https://www.helius.dev/docs/billing/credits, read 2026-11-29); other methods take one. Hosts of
 * Bitcoin count calls.
 */
const historyCredits: Readonly<Record<string, number>> = {
  getBlock: 10,
  getBlocks: 10,
  getBlocksWithLimit: 10,
  getBlockTime: 10,
  getSignaturesForAddress: 10,
  getTransaction: 10,
};

/** Calls of an EVM network to each endpoint: in a second, and for each block. */
const evmCallsMax = { second: 4, block: 4 };

/** Calls of Solana to each endpoint in a second: its slots take less than half of one. */
const solanaCallsMax = 24;

const [secondsOfDay, daysOfMonth] = [86_400, 30];

function unitsOf(vm: string, method: string): number {
  if (vm === 'evm') return evmUnits[method] ?? evmUnitsElse;
  return vm === 'svm' ? (historyCredits[method] ?? 1) : 1;
}

function callsMaxOf({ vm, blockSeconds, endpoints }: CountedCalls): number | undefined {
  if (vm === 'evm') return endpoints * (evmCallsMax.second + evmCallsMax.block / blockSeconds);
  return vm === 'svm' ? endpoints * solanaCallsMax : undefined;
}

/** Projects what was counted to days and months, at prices of a million units. Pure. */
export function billOf(counted: CountedCalls, prices: Prices): NetworkBill {
  const { slug, vm, blockSeconds, seconds, byMethod } = counted;
  const entries = Object.entries(byMethod);
  const calls = entries.reduce((sum, [, count]) => sum + count, 0);
  const units = entries.reduce((sum, [method, count]) => sum + count * unitsOf(vm, method), 0);
  const callsPerSecond = calls / seconds;
  const unitsPerMonth = (units / seconds) * secondsOfDay * daysOfMonth;
  const callsMax = callsMaxOf(counted);
  const price = vm === 'evm' ? prices.evm : prices.other;
  return {
    slug,
    callsPerSecond,
    callsPerBlock: callsPerSecond * blockSeconds,
    callsPerDay: callsPerSecond * secondsOfDay,
    unitsPerMonth,
    usdPerMonth: (unitsPerMonth / 1_000_000) * price,
    callsMax,
    isWithin: callsMax === undefined || callsPerSecond <= callsMax,
  };
}
