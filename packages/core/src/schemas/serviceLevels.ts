import { z } from 'zod';
import { queryNumber } from './primitives.js';

const count = z.number().int();

/** Query of `GET /service-levels`. */
const serviceLevelsQuerySchema = z.object({
  /** Days to look back, today among them. */
  days: queryNumber(z.number().int().min(1).max(90)).default(30),
});

const requestCounts = {
  /** Paid requests that ended. */
  ended: count,
  /** Those paid to their recipient with at least the quoted minimum, and not refunded. */
  filledAsQuoted: count,
  refunded: count,
  failed: count,
};

const minuteCounts = {
  /** Minutes since the first one that is known. */
  minutes: count,
  /** Minutes in which the service answered; of a route, while both of its chains were well. */
  answeredMinutes: count,
  /** Share of them between 0 and 1, rounded down; absent without data. */
  availability: z.number().optional(),
};

const levels = {
  ...requestCounts,
  /** Share of the ended requests between 0 and 1, rounded down; absent where none ended. */
  filledAsQuotedShare: z.number().optional(),
  /** Share of the ended requests between 0 and 1, rounded up; absent where none ended. */
  refundShare: z.number().optional(),
  /** Fills whose time is known. */
  timedFills: count,
  /** Seconds that so many of 100 fills took at most; absent without fills. */
  fillSeconds: z.object({ p50: z.number(), p95: z.number(), p99: z.number() }).optional(),
  ...minuteCounts,
};

/** Answer of `GET /service-levels`. */
const serviceLevelsSchema = z.object({
  total: z.object(levels),
  routes: z.array(z.object({ originChainId: count, destinationChainId: count, ...levels })),
  /** Each day of the window, the oldest first; days are those of UTC. */
  daily: z.array(z.object({ day: z.string(), ...requestCounts, ...minuteCounts })),
  /** Outages of the window, the newest first; at most a hundred. */
  incidents: z.array(
    z.object({
      /** Chain that was not well, or was halted; absent where the service did not answer. */
      chainId: count.optional(),
      /** First minute of it, or of the window where it began before. */
      startedAt: z.string(),
      /** First minute after it; absent while it lasts. */
      endedAt: z.string().optional(),
      /** Minutes that it has lasted in the window. */
      minutes: count,
    }),
  ),
});

/** Endpoint of service levels. Pages call it, so the client has no action for it. */
export const levelEndpoints = {
  serviceLevels: {
    method: 'GET',
    path: '/service-levels',
    summary: 'Availability, ends of requests and times of fills, by day and route',
    query: serviceLevelsQuerySchema,
    response: serviceLevelsSchema,
    errors: [],
  },
} as const;
