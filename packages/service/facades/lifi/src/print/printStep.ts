import type { EvmTransactionData } from '@portage/core';
import type { QuotedTransfer } from '../read/askQuote.js';
import { tool, toolDetails } from '../read/tool.js';
import { paymentOf } from './payment.js';
import { printFees, printGas, type LifiFee, type LifiGas } from './printCosts.js';
import { printToken, type LifiToken } from './printToken.js';

/** Amounts and currencies that a step moves. */
export interface LifiAction {
  readonly fromChainId: number;
  readonly fromAmount: string;
  readonly fromToken: LifiToken;
  readonly fromAddress?: string;
  readonly toChainId: number;
  readonly toToken: LifiToken;
  readonly toAddress?: string;
  /** Share of one; left out where the service chooses it. */
  readonly slippage?: number;
}

/** Amounts of a step. */
export interface LifiEstimate {
  readonly tool: string;
  readonly fromAmount: string;
  readonly fromAmountUSD: string;
  readonly toAmount: string;
  readonly toAmountMin: string;
  readonly toAmountUSD: string;
  readonly approvalAddress: string;
  /** Seconds. */
  readonly executionDuration: number;
  readonly feeCosts: readonly LifiFee[];
  readonly gasCosts: readonly LifiGas[];
}

/** Transaction that the client has its wallet sign; numbers are hex. */
export interface LifiTransaction {
  readonly from: string;
  readonly to: string;
  readonly data: string;
  readonly value: string;
  readonly chainId: number;
  readonly gasLimit?: string;
}

interface StepParts {
  readonly id: string;
  readonly tool: string;
  readonly toolDetails: typeof toolDetails;
  readonly action: LifiAction;
  readonly estimate: LifiEstimate;
}

/** Step of LI.FI's answers; a quote of ours is one step. */
export interface LifiStep extends StepParts {
  readonly type: 'lifi';
  readonly integrator?: string;
  readonly referrer?: string;
  readonly includedSteps: readonly (StepParts & { readonly type: 'swap' | 'cross' })[];
  readonly transactionRequest?: LifiTransaction;
  /** Id of our request; the client sends it along when it asks for the status. */
  readonly transactionId?: string;
}

/**
 * Quote of the service as a step.
 *
 * @param id - by default the id of the quote's request
 */
export function printStep(quoted: QuotedTransfer, id: string = quoted.quote.requestId): LifiStep {
  const { quote, transfer } = quoted;
  const payment = paymentOf(quote);
  const action = printAction(quoted);
  const estimate = printEstimate(quoted, action);
  const parts = { id, tool, toolDetails, action, estimate };
  const type = action.fromChainId === action.toChainId ? ('swap' as const) : ('cross' as const);
  const { integrator, referrer } = transfer;
  return {
    ...parts,
    type: 'lifi',
    ...(integrator === undefined ? {} : { integrator }),
    ...(referrer === undefined ? {} : { referrer }),
    includedSteps: [{ ...parts, id: `${id}:0`, type }],
    ...(payment === undefined
      ? {}
      : {
          transactionRequest: printTransaction(payment.transaction),
          transactionId: quote.requestId,
        }),
  };
}

function printAction({
  quote: { details },
  transfer,
  facts: { rates },
}: QuotedTransfer): LifiAction {
  const { currencyIn, currencyOut } = details;
  const { fromAddress, toAddress = fromAddress, slippage } = transfer;
  return {
    fromChainId: currencyIn.currency.chainId,
    fromAmount: currencyIn.amount,
    fromToken: printToken(currencyIn.currency, currencyIn.currency.chainId, rates),
    ...(fromAddress === undefined ? {} : { fromAddress }),
    toChainId: currencyOut.currency.chainId,
    toToken: printToken(currencyOut.currency, currencyOut.currency.chainId, rates),
    ...(toAddress === undefined ? {} : { toAddress }),
    ...(slippage === undefined ? {} : { slippage: Number(slippage) }),
  };
}

function printEstimate(
  { quote, facts: { rates } }: QuotedTransfer,
  { fromAmount }: LifiAction,
): LifiEstimate {
  const { currencyIn, currencyOut, timeEstimate } = quote.details;
  const payment = paymentOf(quote);
  return {
    tool,
    fromAmount,
    fromAmountUSD: currencyIn.amountUsd,
    toAmount: currencyOut.amount,
    toAmountMin: currencyOut.minimumAmount,
    toAmountUSD: currencyOut.amountUsd,
    approvalAddress: payment?.spender ?? quote.protocol.v2?.paymentDetails.depository ?? '',
    executionDuration: timeEstimate,
    feeCosts: printFees(quote, rates),
    gasCosts: [printGas(quote, payment?.transaction, rates)],
  };
}

function printTransaction({
  from,
  to,
  data,
  value,
  chainId,
  gas,
}: EvmTransactionData): LifiTransaction {
  return {
    from,
    to,
    data,
    value: hex(value),
    chainId,
    ...(gas === undefined ? {} : { gasLimit: hex(gas) }),
  };
}

function hex(number: string): string {
  return `0x${BigInt(number).toString(16)}`;
}
