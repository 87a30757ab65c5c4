import type { EndpointResponse } from '@portage/core/schemas';

type ServiceLevels = EndpointResponse<'serviceLevels'>;

const minutes = 24 * 60;

/** Levels of 30 days: the first ones without data, one on which much went wrong, and outages. */
export const levelsSample: ServiceLevels = {
  total: levels(48_211, 312, 5),
  routes: [
    { originChainId: 8453, destinationChainId: 10, ...levels(40_100, 200, 5) },
    { originChainId: 10, destinationChainId: 8_253_038, ...levels(8_111, 112, 0) },
    { originChainId: 10, destinationChainId: 10, ...levels(0, 0, 0) },
  ],
  daily: Array.from({ length: 30 }, (_, age) => {
    const day = new Date(Date.UTC(2026, 10, 1 + age)).toISOString().slice(0, 10);
    const none = { ended: 0, filledAsQuoted: 0, refunded: 0, failed: 0 };
    if (age < 8) return { day, ...none, minutes: 0, answeredMinutes: 0 };
    const answeredMinutes = age === 15 ? 700 : age === 20 ? 1_420 : minutes;
    return {
      day,
      ended: 1_000,
      filledAsQuoted: 990,
      refunded: 9,
      failed: 1,
      minutes,
      answeredMinutes,
      availability: Math.floor((answeredMinutes / minutes) * 100_000) / 100_000,
    };
  }),
  incidents: [
    { chainId: 8453, startedAt: '2026-11-21T08:10:00.000Z', minutes: 20 },
    { startedAt: '2026-11-16T09:00:00.000Z', endedAt: '2026-11-16T21:20:00.000Z', minutes: 740 },
  ],
};

function levels(filledAsQuoted: number, refunded: number, failed: number): ServiceLevels['total'] {
  const ended = filledAsQuoted + refunded + failed;
  const counts = { ended, filledAsQuoted, refunded, failed, timedFills: filledAsQuoted };
  const answered = { minutes: 22 * minutes, answeredMinutes: 30_920, availability: 0.97601 };
  if (ended === 0) return { ...counts, ...answered };
  return {
    ...counts,
    ...answered,
    filledAsQuotedShare: Math.floor((filledAsQuoted / ended) * 100_000) / 100_000,
    refundShare: Math.ceil((refunded / ended) * 100_000) / 100_000,
    fillSeconds: { p50: 1.2, p95: 14.8, p99: 312.4 },
  };
}
