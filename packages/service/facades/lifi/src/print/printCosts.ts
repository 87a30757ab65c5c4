import { Money, type EvmTransactionData, type Quote } from '@portage/core';
import type { Rates } from '../read/askFacts.js';
import { printToken, type LifiToken } from './printToken.js';

/** Fee of LI.FI's answers. */
export interface LifiFee {
  readonly name: string;
  readonly description: string;
  readonly token: LifiToken;
  readonly amount: string;
  readonly amountUSD: string;
  /** Share of the input, as in `0.0025`. */
  readonly percentage: string;
  /** Whether the quoted amounts hold it. */
  readonly included: boolean;
}

/** Gas of LI.FI's answers. */
export interface LifiGas {
  readonly type: 'SEND';
  /** Wei of one unit of gas; `0` where it is not known. */
  readonly price: string;
  readonly estimate: string;
  readonly limit: string;
  readonly amount: string;
  readonly amountUSD: string;
  readonly token: LifiToken;
}

/** Decimals of USD strings, and of a share. */
const usdDecimals = 6;
const shareDecimals = 4;

/** Fees that the payer's amount holds. A fee that pays the payer is in the amounts alone. */
export function printFees({ fees, details }: Quote, rates: Rates): readonly LifiFee[] {
  const { relayer } = fees;
  if (BigInt(relayer.amount) <= 0n) return [];
  const paid = Money.parse(details.currencyIn.amountUsd, usdDecimals);
  const fee = Money.parse(relayer.amountUsd, usdDecimals);
  const share = paid === 0n ? 0n : Money.mulDivUp(fee, Money.wholeBps, paid);
  return [
    {
      name: 'Solver fee',
      description: 'Gas on the destination chain, and the margin of the solver.',
      token: printToken(relayer.currency, relayer.currency.chainId, rates),
      amount: relayer.amount,
      amountUSD: relayer.amountUsd,
      percentage: Money.format(share, shareDecimals),
      included: true,
    },
  ];
}

/** Gas that the payer pays to the origin chain. */
export function printGas(
  { fees: { gas } }: Quote,
  transaction: EvmTransactionData | undefined,
  rates: Rates,
): LifiGas {
  const limit = transaction?.gas ?? '0';
  return {
    type: 'SEND',
    price: transaction?.maxFeePerGas ?? '0',
    estimate: limit,
    limit,
    amount: gas.amount,
    amountUSD: gas.amountUsd,
    token: printToken(gas.currency, gas.currency.chainId, rates),
  };
}
