import { formatPercent, formatUsdChange, type Impact, type SlippageShown } from '@portage/fees';

/** A change of value, as quotes show it. */
export interface ChangeText {
  readonly usd: string;
  readonly percent: string;
}

/** `details.totalImpact`, `swapImpact` and `expandedPriceImpact`, as they are shown. */
export interface ImpactText {
  readonly total: ChangeText;
  readonly swap: ChangeText;
  readonly expanded: Readonly<Record<keyof Impact['expanded'], string>>;
}

/** A side of `details.slippageTolerance`, as it is shown. */
export interface ToleranceText extends ChangeText {
  readonly value: string;
}

/** Prints an impact once: the answer and what is kept of it say the same. */
export function impactText({ total, swap, expanded }: Impact): ImpactText {
  return {
    total: { usd: formatUsdChange(total.microUsd), percent: formatPercent(total.percentE2) },
    swap: { usd: formatUsdChange(swap.microUsd), percent: formatPercent(swap.percentE2) },
    expanded: {
      swap: formatUsdChange(expanded.swap),
      execution: formatUsdChange(expanded.execution),
      service: formatUsdChange(expanded.service),
      app: formatUsdChange(expanded.app),
      sponsored: formatUsdChange(expanded.sponsored),
    },
  };
}

/** Prints a tolerance once. */
export function toleranceText({ microUsd, value, percentE2 }: SlippageShown): ToleranceText {
  return {
    usd: formatUsdChange(microUsd),
    value: value.toString(),
    percent: formatPercent(percentE2),
  };
}
