import type { EndpointResponse } from '@portage/core/schemas';
import type { Settlement } from '@portage/settlement';
import { countMinutes, type CountedMinutes } from './countMinutes.js';
import { shareDown, shareUp } from './share.js';

type Records = Awaited<ReturnType<Settlement['levels']['read']>>;
type Ended = Pick<Records['ended'][number], 'filled' | 'refunded' | 'failed'>;
type ServiceLevels = EndpointResponse<'serviceLevels'>;
type Levels = ServiceLevels['total'];

/** Levels of a route without requests. */
const nothing: Records['ended'][number] = {
  route: undefined,
  filled: 0,
  refunded: 0,
  failed: 0,
  timed: 0,
  tenths: undefined,
};

/** Time of an answer, in milliseconds since 1970, and the outages of its window. */
interface LevelsContext extends Pick<ServiceLevels, 'incidents'> {
  readonly now: number;
}

/** Builds the answer from the records of days. */
export function describeLevels(
  records: Records,
  days: readonly string[],
  { now, incidents }: LevelsContext,
): ServiceLevels {
  const minutes = countMinutes(records, now);
  const endedOn = new Map(records.endedDays.map((ended) => [ended.day, ended]));
  const total = records.ended.find(({ route }) => route === undefined) ?? nothing;
  return {
    total: levelsOf(total, minutes(days)),
    routes: records.ended.flatMap((ended) =>
      ended.route === undefined
        ? []
        : [{ ...ended.route, ...levelsOf(ended, minutes(days, ended.route)) }],
    ),
    daily: days.map((day) => ({
      day,
      ...countsOf(endedOn.get(day) ?? nothing),
      ...minutesOf(minutes([day])),
    })),
    incidents,
  };
}

function countsOf({ filled, refunded, failed }: Ended) {
  return { ended: filled + refunded + failed, filledAsQuoted: filled, refunded, failed };
}

function minutesOf({ minutes, answeredMinutes }: CountedMinutes) {
  const availability = shareDown(answeredMinutes, minutes);
  return { minutes, answeredMinutes, ...(availability === undefined ? {} : { availability }) };
}

function levelsOf(ended: Records['ended'][number], minutes: CountedMinutes): Levels {
  const counts = countsOf(ended);
  const filledAsQuotedShare = shareDown(counts.filledAsQuoted, counts.ended);
  const refundShare = shareUp(counts.refunded, counts.ended);
  const { timed, tenths } = ended;
  return {
    ...counts,
    ...(filledAsQuotedShare === undefined ? {} : { filledAsQuotedShare }),
    ...(refundShare === undefined ? {} : { refundShare }),
    timedFills: timed,
    ...(tenths === undefined
      ? {}
      : { fillSeconds: { p50: tenths.p50 / 10, p95: tenths.p95 / 10, p99: tenths.p99 / 10 } }),
    ...minutesOf(minutes),
  };
}
