import type { ReactElement } from 'react';
import { Notice } from '../ui/Notice.js';
import type { Swap } from './useSwap.js';

/** Losses in percent from which a swap is marked, and from which it is warned of. */
const markedFrom = 1;
const warnedFrom = 5;

/** Properties of an {@link Impact}. */
export interface ImpactProps {
  /** Change of the value by fees and price, as in `-0.06`. */
  readonly percent: string;
}

/** How much of the value a swap costs, beside what arrives. */
export function Impact({ percent }: ImpactProps): ReactElement {
  const isMarked = Number(percent) <= -markedFrom;
  return (
    <span className={isMarked ? 'text-warn' : ''}>
      {' '}
      <span className="sr-only">after fees and price </span>
      <span>{`(${percent.replace('-', '−')}%)`}</span>
    </span>
  );
}

/** Properties of a {@link LossNotice}. */
export interface LossNoticeProps {
  readonly swap: Pick<Swap, 'price' | 'error'>;
}

/** Warns of a swap that costs much of its value. */
export function LossNotice({ swap: { price, error } }: LossNoticeProps): ReactElement | null {
  const percent = Number(price?.details.totalImpact.percent ?? 0);
  if (error !== undefined || percent > -warnedFrom) return null;
  return (
    <Notice tone="warn" title={`This swap costs ${String(-percent)}% of its value.`}>
      Fees and the price take that much. A larger amount may cost less, or another currency.
    </Notice>
  );
}
