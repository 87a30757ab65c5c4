import { PortageError, type Observed } from '@portage/core';
import { median, type Endpoint, type Quorum } from '@portage/chain-kit';
import { noDataFee, type DataFee } from './dataFee.js';
import type { DataOracle } from './dataOracle.js';
import { readDataFee } from './readDataFee.js';

/** Prices of data, from memory. */
export interface DataFeeMemory {
  /** Undefined before the first reading; of this moment on a chain that charges nothing. */
  latest(): Observed<DataFee> | undefined;
  /**
   * Reads the prices of now. @throws PortageError `RPC_HTTP_ERROR` where no endpoint tells them;
   * the old ones then stay, with their age
   */
  refresh(signal?: AbortSignal): Promise<void>;
  /** Takes the prices that another process read. */
  take(shared: Observed<DataFee>): void;
}

/** Endpoints, oracle and clock of the prices of data. */
export interface DataFeesOptions {
  readonly quorum: Quorum;
  /** Undefined on a chain that posts its data nowhere. */
  readonly oracle: DataOracle | undefined;
  /** Contract that asks the oracle in one call; without it each question is a call. */
  readonly multicall3?: string | undefined;
  readonly clock: () => number;
}

/** Keeps the prices of data as most endpoints tell them: the median, once a quorum answers. */
export function createDataFees(options: DataFeesOptions): DataFeeMemory {
  const { quorum, oracle, multicall3, clock } = options;
  if (oracle === undefined)
    return {
      latest: () => ({ value: noDataFee, observedAt: clock() }),
      refresh: () => Promise.resolve(),
      take: () => undefined,
    };
  let fee: Observed<DataFee> | undefined;
  const ask = ({ ask: asks }: Endpoint, signal: AbortSignal): Promise<DataFee> =>
    readDataFee(asks, { oracle, multicall3, signal });
  return {
    latest: () => fee,
    take: (shared) => {
      fee = shared;
    },
    refresh: async (signal) => {
      const told = await quorum.answers({ subject: 'data fees', ask }, signal);
      const value = medianFee(told);
      if (value === undefined)
        throw new PortageError('RPC_HTTP_ERROR', {
          message: 'No chain endpoint tells what data costs.',
          hint: 'Name the chain’s oracle in dataFee, or "none" where it charges nothing for data.',
        });
      if (told.length >= quorum.needed) fee = { value, observedAt: clock() };
    },
  };
}

/** Each figure as most endpoints tell it; undefined where none tells any. */
function medianFee(told: readonly DataFee[]): DataFee | undefined {
  const small = median(told.map((each) => each.small));
  const large = median(told.map((each) => each.large));
  const perTransaction = median(told.map((each) => each.perTransaction));
  const perMillionGas = median(told.map((each) => each.perMillionGas));
  if (
    small === undefined ||
    large === undefined ||
    perTransaction === undefined ||
    perMillionGas === undefined
  )
    return undefined;
  return { small, large, perTransaction, perMillionGas };
}
