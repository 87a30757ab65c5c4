import type { ReactElement } from 'react';
import { microUsd, usd } from '../format/amounts.js';

/** Properties of a {@link Meter}. */
export interface MeterProps {
  /** Decimal texts in USD. */
  readonly used: string;
  readonly most: string;
}

/** How much of a bound is used, as a bar and in words. */
export function Meter({ used, most }: MeterProps): ReactElement {
  const whole = microUsd(most);
  const share = whole === 0n ? 100 : Number((microUsd(used) * 100n) / whole);
  return (
    <span className="inline-grid gap-1">
      <span>{`${usd(used)} of ${usd(most)}`}</span>
      <span aria-hidden className="block h-1.5 w-28 overflow-hidden rounded-full bg-well">
        <span
          className={`block h-full rounded-full ${share >= 100 ? 'bg-warn' : 'bg-good'}`}
          style={{ width: `${String(Math.min(100, share))}%` }}
        />
      </span>
    </span>
  );
}
