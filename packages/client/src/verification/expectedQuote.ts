import {
  zeroAddress,
  type AppFee,
  type DestinationCall,
  type QuoteBody,
  type TradeType,
} from '@portage/core';
import { checkRequest } from '../request/checkRequest.js';
import { findMismatch } from '../transport/findMismatch.js';
import { checkAuthorizations } from './checkAuthorizations.js';
import { failCheck } from './failCheck.js';

/** A request, with its defaults filled in: the quote must match it. */
export interface ExpectedQuote {
  readonly user: string;
  readonly recipient: string;
  /** Accounts of the caller that may be paid back. */
  readonly refundTo: readonly string[];
  readonly originChainId: number;
  readonly destinationChainId: number;
  readonly originCurrency: string;
  readonly destinationCurrency: string;
  readonly amount: bigint;
  readonly tradeType: TradeType;
  /** Basis points; undefined where the service chooses. */
  readonly slippageBps: bigint | undefined;
  /** Basis points that a late deposit may cost in addition. */
  readonly lateBps: bigint;
  readonly calls: readonly DestinationCall[];
  readonly appFees: readonly AppFee[];
  readonly topupGas: boolean;
  /** Whether the payer may swap before paying. */
  readonly originSwaps: boolean;
  /** Whether the solver has to make a swap within one chain. */
  readonly forceSolver: boolean;
  /** Whether what a swap brings beyond an exact output is the solver's. */
  readonly givesSurplus: boolean;
  readonly useDepositAddress: boolean;
  /** Whether the deposit is a plain transfer to the depository. */
  readonly direct: boolean;
  /** Account that may recover money from a deposit address; undefined for the user. */
  readonly recoveryAddress: string | undefined;
  readonly usePermit: boolean;
  readonly permitExpirySeconds: number;
  readonly wantsSignature: boolean;
}

/**
 * Reads the request that was sent.
 *
 * @throws PortageError `INVALID_REQUEST`, `QUOTE_VERIFICATION_FAILED`
 * @see docs/spec/quote.md#request
 */
export function readExpectedQuote(body: QuoteBody): ExpectedQuote {
  checkRequest(body);
  const { amount } = body;
  const { slippageTolerance: slippage, latePaymentSlippageTolerance: late } = body;
  const isBps = (text: string | undefined): boolean =>
    text === undefined || /^(?:\d{1,4}|10000)$/.test(text);
  if (findMismatch(amount, 'digits') !== undefined || !isBps(slippage) || !isBps(late)) {
    failCheck('request', {
      message: 'an amount or a slippage tolerance is no number.',
      hint: 'Pass the body of the request.',
    });
  }
  checkAuthorizations(body, body.destinationChainId);
  return {
    user: body.user,
    recipient: body.recipient ?? body.user,
    refundTo:
      body.refundTo === undefined ? [body.recipient ?? body.user, body.user] : [body.refundTo],
    originChainId: body.originChainId,
    destinationChainId: body.destinationChainId,
    originCurrency: body.originCurrency ?? zeroAddress,
    destinationCurrency: body.destinationCurrency ?? zeroAddress,
    amount: BigInt(amount),
    tradeType: body.tradeType ?? 'EXACT_INPUT',
    slippageBps: slippage === undefined ? undefined : BigInt(slippage),
    lateBps: BigInt(late ?? 0),
    calls: body.txs ?? [],
    appFees: body.appFees ?? [],
    topupGas: body.topupGas === true,
    originSwaps: body.disableOriginSwaps !== true,
    forceSolver: body.forceSolverExecution === true,
    givesSurplus: body.tradeType === 'EXACT_OUTPUT' && body.enableTrueExactOutput === true,
    useDepositAddress: body.useDepositAddress === true,
    direct: body.explicitDeposit === false,
    recoveryAddress: body.recoveryAddress,
    usePermit: body.usePermit === true,
    permitExpirySeconds: body.permitExpiry ?? 600,
    wantsSignature: body.includeProtocolData === true,
  };
}
