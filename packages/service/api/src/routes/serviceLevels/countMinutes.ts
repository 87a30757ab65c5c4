import type { Settlement } from '@portage/settlement';

type Records = Awaited<ReturnType<Settlement['levels']['read']>>;

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Minutes of days that have passed, and how many of them were answered. */
export interface CountedMinutes {
  readonly minutes: number;
  readonly answeredMinutes: number;
}

/** Chains that must have been well; none where the service itself is asked about. */
export interface CountedRoute {
  readonly originChainId: number;
  readonly destinationChainId: number;
}

/**
 * Makes the function that counts minutes. Those before the first record are no data. The present
 * one counts once it is answered.
 */
export function countMinutes(
  { answered, since, last, chainsSince }: Omit<Records, 'ended' | 'endedDays'>,
  now: number,
): (days: readonly string[], route?: CountedRoute) => CountedMinutes {
  const present = now - (now % minuteMs);
  const until = last !== undefined && last >= present ? present + minuteMs : present;
  const passed = (day: string, from: number): number => {
    const start = Date.parse(`${day}T00:00:00Z`);
    return Math.max(0, (Math.min(start + dayMs, until) - Math.max(start, from)) / minuteMs);
  };
  return (days, route) => {
    if (since === undefined) return { minutes: 0, answeredMinutes: 0 };
    const needed = route === undefined ? [] : [route.originChainId, route.destinationChainId];
    const from = Math.max(since, ...needed.map((id) => chainsSince.get(id) ?? since));
    const minutes = days.reduce((sum, day) => sum + passed(day, from), 0);
    const seen = answered
      .filter(({ day, chains }) => days.includes(day) && needed.every((id) => chains.includes(id)))
      .reduce((sum, entry) => sum + entry.minutes, 0);
    return { minutes, answeredMinutes: Math.min(minutes, seen) };
  };
}
