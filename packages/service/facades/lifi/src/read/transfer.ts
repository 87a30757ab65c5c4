import type { TradeType } from '@portage/core';
import type { ToolChoice } from './readTools.js';

/** Transfer that a call of LI.FI's interface asks for, whatever the endpoint. */
export interface Transfer {
  readonly fromChain: string | number;
  readonly toChain: string | number;
  /** Address or symbol. */
  readonly fromToken: string;
  readonly toToken: string;
  /** Undefined where no wallet is connected yet: the quote can then be shown and not paid. */
  readonly fromAddress: string | undefined;
  readonly toAddress: string | undefined;
  /** Smallest units of what `tradeType` says. */
  readonly amount: string;
  readonly tradeType: TradeType;
  /** Share of one, as LI.FI's client sent it. */
  readonly slippage: string | number | undefined;
  readonly integrator: string | undefined;
  readonly referrer: string | undefined;
  /** Share of one from which a price impact is too much. */
  readonly maxPriceImpact: number | undefined;
  readonly tools: ToolChoice;
}
