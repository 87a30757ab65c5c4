import { systemClock, type Clock } from '@portage/core';
import type { ServiceOptions } from './serviceOptions.js';

/** The clock of a service: the system's, where no other is given. */
export function clockOf({ clock = systemClock }: ServiceOptions): Clock {
  return clock;
}

/** Milliseconds since 1970 by the clock of a service. */
export function nowOf(options: ServiceOptions): () => number {
  const clock = clockOf(options);
  return () => clock.now();
}
