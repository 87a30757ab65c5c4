/**
 * Loads one URL with the given number of quotes and prints the result. Argument: a file with the
 * {@link callsSchema} as JSON.
 */
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { z } from 'zod';

const callsSchema = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** Bodies that each connection sends one after the other, again from the first at the end. */
  bodies: z.array(z.string()),
  connections: z.number(),
  amount: z.number(),
});

const { url, headers, bodies, connections, amount } = callsSchema.parse(
  JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')),
);
/** Seconds of a request; what is measured is CPU time, and a busy machine answers late. */
const timeout = 120;
const result = await autocannon({
  url,
  timeout,
  connections,
  amount,
  requests: bodies.map((body) => ({ method: 'POST', headers, body })),
});

process.stdout.write(
  `${JSON.stringify({
    requests: result.requests.total,
    seconds: result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  })}\n`,
);
