import { Money, type Observed } from '@portage/core';
import {
  malformedReply,
  readList,
  readObject,
  readResult,
  type RefreshPart,
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
export interface FeeMemory extends RefreshPart {
  market(): Observed<Market> | undefined;
}

/** Options of {@link createFees}. */
export interface FeesOptions {
  /** Accounts whose writers compete: the price is what was paid to write them lately. */
  readonly accounts: readonly string[];
  /** Highest price of a compute unit, in micro-lamports. */
  readonly ceiling: bigint;
  readonly clock: () => number;
}

/** Keeps the market. The price is clamped, so that a broken endpoint cannot make us overpay. */
export function createFees(options: FeesOptions): FeeMemory {
  let market: Observed<Market> | undefined;
  return {
    market: () => market,
    requests: () => [
      { method: 'getRecentPrioritizationFees', params: [options.accounts] },
      { method: 'getMinimumBalanceForRentExemption', params: [accountBytes.marker] },
      { method: 'getMinimumBalanceForRentExemption', params: [accountBytes.token] },
      { method: 'getMinimumBalanceForRentExemption', params: [accountBytes.wallet] },
    ],
    apply: ([fees, marker, token, wallet]) => {
      const price = readPrice(fees);
      const rent = {
        wallet: readLamports(wallet),
        marker: readLamports(marker),
        token: readLamports(token),
      };
      market = {
        value: { price: price < options.ceiling ? price : options.ceiling, rent },
        observedAt: options.clock(),
      };
    },
  };
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
