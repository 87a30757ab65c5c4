import type { EndpointResponse } from '@portage/core/schemas';
import type { Settlement } from '@portage/settlement';

type Records = Awaited<ReturnType<Settlement['levels']['read']>>;
type Turns = Awaited<ReturnType<Settlement['levels']['turns']>>;
type Incident = EndpointResponse<'serviceLevels'>['incidents'][number];

const minuteMs = 60_000;
const incidentsMax = 100;

/** Records of a window; times are milliseconds since 1970. */
export interface IncidentRecords extends Pick<Records, 'since' | 'last' | 'chainsSince'> {
  readonly turns: Turns;
  /** Chains that the service offers now; one that was taken away is no outage. */
  readonly chainIds: readonly number[];
  /** Begin of the window. */
  readonly from: number;
  readonly now: number;
}

/** Time without an answer, or without a chain; without an end while it lasts. */
interface Span {
  readonly chainId?: number;
  readonly start: number;
  readonly end?: number;
}

/**
 * Outages of a window, the newest first: minutes that nothing noted are those in which the service
 * did not answer, and a chain that a noted minute lacks was not well. Minutes before the first of
 * the service, or of a chain, are no data.
 */
export function findIncidents(records: IncidentRecords): Incident[] {
  const { now, chainIds } = records;
  const spans = [...silences(records), ...chainIds.flatMap((id) => chainSpans(records, id))];
  const present = now - (now % minuteMs);
  return spans
    .sort((a, b) => b.start - a.start)
    .slice(0, incidentsMax)
    .map(({ chainId, start, end }) => ({
      ...(chainId === undefined ? {} : { chainId }),
      startedAt: new Date(start).toISOString(),
      ...(end === undefined ? {} : { endedAt: new Date(end).toISOString() }),
      // The present minute counts: what lasts has begun in it at the latest.
      minutes: ((end ?? present + minuteMs) - start) / minuteMs,
    }));
}

/** Times in which no process answered. */
function silences({ turns, since, last, from, now }: IncidentRecords): readonly Span[] {
  if (since === undefined || last === undefined) return [];
  const found = turns.flatMap(({ minute, before }): readonly Span[] => {
    const start = before === undefined ? Math.max(from, since) : before + minuteMs;
    return start < minute ? [{ start, end: minute }] : [];
  });
  // A note of the present minute may be under way.
  const quiet = Math.max(from, last + minuteMs);
  return quiet < now - (now % minuteMs) ? [...found, { start: quiet }] : found;
}

/** Times in which a chain was not well; a silence between two of them belongs to both. */
function chainSpans(
  { turns, chainsSince, from }: IncidentRecords,
  chainId: number,
): readonly Span[] {
  const since = chainsSince.get(chainId);
  if (since === undefined) return [];
  const spans: Span[] = [];
  let start: number | undefined;
  for (const { minute, chains, before } of turns) {
    if (minute < since) continue;
    const isWell = chains.includes(chainId);
    if (!isWell) start ??= before === undefined ? Math.max(from, since) : minute;
    else if (start !== undefined) {
      spans.push({ chainId, start, end: minute });
      start = undefined;
    }
  }
  return start === undefined ? spans : [...spans, { chainId, start }];
}
