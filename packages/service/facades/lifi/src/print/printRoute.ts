import type { LifiStep } from './printStep.js';
import type { LifiToken } from './printToken.js';

/** Route of LI.FI's answers: here one step. */
export interface LifiRoute {
  readonly id: string;
  readonly insurance: { readonly state: string; readonly feeAmountUsd: string };
  readonly fromChainId: number;
  readonly fromAmountUSD: string;
  readonly fromAmount: string;
  readonly fromToken: LifiToken;
  readonly fromAddress?: string;
  readonly toChainId: number;
  readonly toAmountUSD: string;
  readonly toAmount: string;
  readonly toAmountMin: string;
  readonly toToken: LifiToken;
  readonly toAddress?: string;
  readonly gasCostUSD: string;
  readonly containsSwitchChain: boolean;
  readonly steps: readonly LifiStep[];
  readonly tags: readonly string[];
}

/** Step as the one route that there is; its transaction is asked for when it is executed. */
export function printRoute(quoted: LifiStep): LifiRoute {
  const { action, estimate } = quoted;
  return {
    ...action,
    id: quoted.id,
    insurance: { state: 'NOT_INSURABLE', feeAmountUsd: '0' },
    fromAmountUSD: estimate.fromAmountUSD,
    toAmountUSD: estimate.toAmountUSD,
    toAmount: estimate.toAmount,
    toAmountMin: estimate.toAmountMin,
    gasCostUSD: estimate.gasCosts[0]?.amountUSD ?? '0',
    containsSwitchChain: false,
    steps: [withoutTransaction(quoted)],
    tags: ['RECOMMENDED', 'CHEAPEST', 'FASTEST'],
  };
}

function withoutTransaction(quoted: LifiStep): LifiStep {
  const { id, type, tool, toolDetails, integrator, referrer, action, estimate, includedSteps } =
    quoted;
  return {
    id,
    type,
    tool,
    toolDetails,
    ...(integrator === undefined ? {} : { integrator }),
    ...(referrer === undefined ? {} : { referrer }),
    action,
    estimate,
    includedSteps,
  };
}
