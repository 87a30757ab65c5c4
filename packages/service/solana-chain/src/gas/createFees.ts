import { Money, PortageError, type Observed } from '@portage/core';
import {
  malformedReply,
  median,
  readList,
  readObject,
  readResult,
  type Endpoint,
  type Quorum,
  type RpcReply,
} from '@portage/chain-kit';
import { readInteger } from '../rpc/parse.js';

/** Lamports for each signature of a transaction. */
const signatureFee = 5_000n;
const microPerUnit = 1_000_000n;

/** Sizes of the accounts that payments open. */
export const accountBytes = { wallet: 0, marker: 48, token: 165 } as const;

/** Prices of the moment. */
export interface Market {
  /** Micro-lamports for each compute unit. */
  readonly price: bigint;
  /** Lamports that an account must hold, for the accounts that payments open. */
  readonly rent: { readonly wallet: bigint; readonly marker: bigint; readonly token: bigint };
}

/** Fees and rent, from memory. */
export interface FeeMemory {
  market(): Observed<Market> | undefined;
  /**
   * Reads the market of now. @throws PortageError `RPC_HTTP_ERROR` where no endpoint tells it; the
   * old one then stays, with its age
   */
  refresh(signal?: AbortSignal): Promise<void>;
}

/** Options of {@link createFees}. */
export interface FeesOptions {
  readonly quorum: Quorum;
  /** Accounts whose writers compete: the price is what was paid to write them lately. */
  readonly accounts: readonly string[];
  /** Highest price of a compute unit, in micro-lamports. */
  readonly ceiling: bigint;
  readonly clock: () => number;
}

/**
 * Keeps the market as most endpoints see it, once a quorum of them answers. The price is clamped,
 * so that broken endpoints cannot make us overpay.
 */
export function createFees({ quorum, accounts, ceiling, clock }: FeesOptions): FeeMemory {
  let market: Observed<Market> | undefined;
  const ask = (endpoint: Endpoint, signal: AbortSignal): Promise<Market> =>
    readMarket(endpoint, accounts, signal);
  return {
    market: () => market,
    refresh: async (signal) => {
      const told = await quorum.answers({ subject: 'fees', ask }, signal);
      const value = medianOf(told);
      if (value === undefined)
        throw new PortageError('RPC_HTTP_ERROR', {
          message: 'No chain endpoint tells what compute units and rent cost.',
        });
      if (told.length < quorum.needed) return;
      const price = value.price < ceiling ? value.price : ceiling;
      market = { value: { ...value, price }, observedAt: clock() };
    },
  };
}

/** Each member the median of its own. */
function medianOf(told: readonly Market[]): Market | undefined {
  const price = median(told.map((each) => each.price));
  const wallet = median(told.map(({ rent }) => rent.wallet));
  const marker = median(told.map(({ rent }) => rent.marker));
  const token = median(told.map(({ rent }) => rent.token));
  return price === undefined || wallet === undefined || marker === undefined || token === undefined
    ? undefined
    : { price, rent: { wallet, marker, token } };
}

/** Market as one endpoint sees it. */
async function readMarket(
  { ask }: Endpoint,
  accounts: readonly string[],
  signal: AbortSignal,
): Promise<Market> {
  const [fees, marker, token, wallet] = await ask(
    [
      { method: 'getRecentPrioritizationFees', params: [accounts] },
      { method: 'getMinimumBalanceForRentExemption', params: [accountBytes.marker] },
      { method: 'getMinimumBalanceForRentExemption', params: [accountBytes.token] },
      { method: 'getMinimumBalanceForRentExemption', params: [accountBytes.wallet] },
    ],
    signal,
  );
  const rent = {
    wallet: readLamports(wallet),
    marker: readLamports(marker),
    token: readLamports(token),
  };
  return { price: readPrice(fees), rent };
}

/** Fee of a transaction in lamports, rounded up as the chain does. */
export function transactionFee(signatures: bigint, units: bigint, price: bigint): bigint {
  return signatures * signatureFee + Money.mulDivUp(units, price, microPerUnit);
}

/** The median of what was paid lately, over the slots in which something was. */
function readPrice(reply: RpcReply | undefined): bigint {
  const fees = readList(readResult(reply, 'getRecentPrioritizationFees'), 'list of fees')
    .map((entry) => readInteger(readObject(entry, 'fee')['prioritizationFee'], 'fee'))
    .filter((fee) => fee > 0)
    .sort((a, b) => a - b);
  return BigInt(fees[Math.floor(fees.length / 2)] ?? 0);
}

function readLamports(reply: RpcReply | undefined): bigint {
  const lamports = readInteger(readResult(reply, 'getMinimumBalanceForRentExemption'), 'rent');
  if (lamports === 0) throw malformedReply('rent');
  return BigInt(lamports);
}
