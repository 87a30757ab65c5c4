import { chainsOffsetMs, type TimedChain } from '../clock/chainsOffset.js';
import { faultOf, offsetOf } from '../clock/watchClock.js';
import type { CheckRow } from './checkRow.js';

/** Chain that the clock is held against, and the clock's time in milliseconds since 1970. */
export interface ClockQuestion {
  readonly subject: string | undefined;
  readonly now: number;
}

/** Row about the clock of this machine against a chain's; none where the chain has no new block. */
export function clockRows(chain: TimedChain, { subject, now }: ClockQuestion): readonly CheckRow[] {
  return offsetOf('chains', chainsOffsetMs([chain], now)).map((offset): CheckRow => {
    const place = { check: 'clock', subject };
    const message = faultOf([offset]);
    return message === undefined
      ? { ...place, result: 'ok' }
      : { ...place, result: 'failed', message };
  });
}
