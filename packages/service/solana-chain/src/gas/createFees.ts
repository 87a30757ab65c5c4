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
import { programs } from '@portage/solana/program';
import { readInteger } from '../rpc/parse.js';

/** Lamports for each signature of a transaction. */
const signatureFee = 5_000n;
const microPerUnit = 1_000_000n;
/** Milliseconds between two readings of rent, which a chain changes once in years. */
const rentMs = 600_000;

/**
 * Sizes of the accounts that payments open. Associated accounts of Token-2022 say that their owner
 * never changes, in 5 bytes more.
 */
export const accountBytes = { wallet: 0, marker: 48, token: 165, extendedToken: 170 } as const;

/** Prices of the moment. */
export interface Market {
  /** Micro-lamports for each compute unit. */
  readonly price: bigint;
  readonly rent: Rent;
}

/** Lamports that an account must hold, for the accounts that payments open. */
export interface Rent {
  readonly wallet: bigint;
  readonly marker: bigint;
  readonly token: bigint;
  readonly extendedToken: bigint;
}

/** Lamports that an account for a mint must hold, by the mint's program. Pure. */
export function tokenRent(rent: Rent, tokenProgram: string): bigint {
  return tokenProgram === programs.token2022 ? rent.extendedToken : rent.token;
}

/** Fees and rent, from memory. */
export interface FeeMemory {
  market(): Observed<Market> | undefined;
  /**
   * Reads the market of now. @throws PortageError `RPC_HTTP_ERROR` where no endpoint tells it; the
   * old one then stays, with its age
   */
  refresh(signal?: AbortSignal): Promise<void>;
  /** Takes the market that another process read. */
  take(shared: Observed<Market>): void;
}

/** Options of {@link createFees}. */
export interface FeesOptions {
  readonly quorum: Quorum;
  /** Accounts whose writers compete: the price is what was paid to write them lately. */
  readonly accounts: readonly string[];
  /** Lowest price of a compute unit, in micro-lamports, whatever others pay. */
  readonly floor: bigint;
  /** Highest price of a compute unit, in micro-lamports. */
  readonly ceiling: bigint;
  readonly clock: () => number;
}

/**
 * Keeps the market as most endpoints see it, once a quorum of them answers: what was paid lately to
 * write our accounts, or by most of all transactions, if that is more. The price is clamped, so
 * that broken endpoints cannot make us overpay, and blocks that are full elsewhere do not pass us
 * over.
 */
export function createFees({ quorum, accounts, floor, ceiling, clock }: FeesOptions): FeeMemory {
  let market: Observed<Market> | undefined;
  let rent: Observed<Rent> | undefined;

  async function refreshRent(signal?: AbortSignal): Promise<void> {
    if (rent !== undefined && clock() - rent.observedAt < rentMs) return;
    const told = await quorum.answers({ subject: 'rent', ask: readRent }, signal);
    const value = medianRent(told);
    if (value !== undefined && told.length >= quorum.needed) rent = { value, observedAt: clock() };
  }

  return {
    market: () => market,
    take: (shared) => {
      market = shared;
    },
    refresh: async (signal) => {
      const ask = (endpoint: Endpoint, stop: AbortSignal): Promise<bigint> =>
        readPrice(endpoint, accounts, stop);
      const [told] = await Promise.all([
        quorum.answers({ subject: 'fees', ask }, signal),
        refreshRent(signal),
      ]);
      const value = median(told);
      if (value === undefined || rent === undefined)
        throw new PortageError('RPC_HTTP_ERROR', {
          message: 'No chain endpoint tells what compute units and rent cost.',
        });
      if (told.length < quorum.needed) return;
      const wanted = value > floor ? value : floor;
      const price = wanted < ceiling ? wanted : ceiling;
      market = { value: { price, rent: rent.value }, observedAt: clock() };
    },
  };
}

/** Each member the median of its own. */
function medianRent(told: readonly Rent[]): Rent | undefined {
  const middle = (member: keyof Rent): bigint | undefined =>
    median(told.map((each) => each[member]));
  const [wallet, marker] = [middle('wallet'), middle('marker')];
  const [token, extendedToken] = [middle('token'), middle('extendedToken')];
  return wallet === undefined ||
    marker === undefined ||
    token === undefined ||
    extendedToken === undefined
    ? undefined
    : { wallet, marker, token, extendedToken };
}

/** Rent as one endpoint sees it. */
async function readRent({ ask }: Endpoint, signal: AbortSignal): Promise<Rent> {
  const { marker, token, wallet, extendedToken } = accountBytes;
  const replies = await ask(
    [marker, token, wallet, extendedToken].map((bytes) => ({
      method: 'getMinimumBalanceForRentExemption',
      params: [bytes],
    })),
    signal,
  );
  return {
    marker: readLamports(replies[0]),
    token: readLamports(replies[1]),
    wallet: readLamports(replies[2]),
    extendedToken: readLamports(replies[3]),
  };
}

/**
 * Price of a compute unit as one endpoint sees it: the median of what was paid lately to write our
 * accounts, or what three quarters of the slots were entered with, if that is more.
 */
async function readPrice(
  { ask }: Endpoint,
  accounts: readonly string[],
  signal: AbortSignal,
): Promise<bigint> {
  const method = 'getRecentPrioritizationFees';
  const [own, all] = await ask(
    [
      { method, params: [accounts] },
      { method, params: [[]] },
    ],
    signal,
  );
  const [ours, everybodys] = [medianPaid(own), globalPrice(all)];
  return ours > everybodys ? ours : everybodys;
}

/** Fee of a transaction in lamports, rounded up as the chain does. */
export function transactionFee(signatures: bigint, units: bigint, price: bigint): bigint {
  return signatures * signatureFee + Money.mulDivUp(units, price, microPerUnit);
}

/** The median of what was paid lately, over the slots in which something was. */
function medianPaid(reply: RpcReply | undefined): bigint {
  const fees = readFees(reply).filter((fee) => fee > 0);
  return BigInt(fees[Math.floor(fees.length / 2)] ?? 0);
}

/** The lowest price that was enough in three quarters of the slots; free ones count. */
export function globalPrice(reply: RpcReply | undefined): bigint {
  const fees = readFees(reply);
  return BigInt(fees[Math.floor((fees.length * 3) / 4)] ?? 0);
}

/** Lowest prices of the slots of late, in ascending order. */
function readFees(reply: RpcReply | undefined): readonly number[] {
  return readList(readResult(reply, 'getRecentPrioritizationFees'), 'list of fees')
    .map((entry) => readInteger(readObject(entry, 'fee')['prioritizationFee'], 'fee'))
    .sort((a, b) => a - b);
}

function readLamports(reply: RpcReply | undefined): bigint {
  const lamports = readInteger(readResult(reply, 'getMinimumBalanceForRentExemption'), 'rent');
  if (lamports === 0) throw malformedReply('rent');
  return BigInt(lamports);
}
