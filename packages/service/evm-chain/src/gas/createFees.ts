import { PortageError, type Observed } from '@portage/core';
import { median, type Endpoint, type Quorum } from '@portage/chain-kit';
import type { FeeDemand } from '../rpc/readDemand.js';
import { createFeeFloor } from './feeFloor.js';
import type { Fees } from './fees.js';
import { readFees, type FeeBounds, type Market } from './readFees.js';

/** Prices of gas, from memory. */
export interface FeeMemory {
  market(): Observed<Market> | undefined;
  /**
   * Reads the market of now. @throws PortageError `RPC_HTTP_ERROR` where no endpoint tells it; the
   * old one then stays, with its age
   */
  refresh(signal?: AbortSignal): Promise<void>;
  /** Takes the market that another process read. */
  take(shared: Observed<Market>): void;
  /** Learns what nodes want at least from their refusals of a transaction with these fees. */
  readonly learn: (refused: Fees, demands: readonly FeeDemand[]) => void;
}

/** Endpoints, bounds and clock of the gas prices. */
export interface FeesOptions extends FeeBounds {
  readonly quorum: Quorum;
  /** Account whose own transactions say nothing about the market. */
  readonly solver: string | undefined;
  readonly clock: () => number;
}

/**
 * Keeps the market as most endpoints see it: the median of the base fees and of the tips that they
 * tell, once a quorum of them answers. One endpoint alone can then neither make us overpay, nor
 * have payers charged too much, nor keep us out of blocks. What nodes refuse raises it to what
 * they take.
 */
export function createFees({ quorum, solver, clock, ...bounds }: FeesOptions): FeeMemory {
  let market: Observed<Market> | undefined;
  const floor = createFeeFloor(bounds, clock);
  const ask = ({ ask: asks }: Endpoint, signal: AbortSignal): Promise<Market> =>
    readFees(asks, { solver, bounds, signal });
  return {
    market: () => market && { ...market, value: floor.raise(market.value) },
    learn: (refused, demands) => {
      floor.learn(refused, demands);
    },
    take: (shared) => {
      market = shared;
    },
    refresh: async (signal) => {
      const told = await quorum.answers({ subject: 'fees', ask }, signal);
      const baseFee = median(told.map((each) => each.baseFee));
      const tip = median(told.map((each) => each.tip));
      if (baseFee === undefined || tip === undefined)
        throw new PortageError('RPC_HTTP_ERROR', {
          message: 'No chain endpoint tells what gas costs.',
        });
      if (told.length >= quorum.needed) market = { value: { baseFee, tip }, observedAt: clock() };
    },
  };
}
