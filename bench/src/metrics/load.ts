/** Loads one url for some seconds with the same call and prints what it saw. Argument: the call as JSON. */
import autocannon from 'autocannon';
import { z } from 'zod';

const callSchema = z.object({
  url: z.string(),
  method: z.enum(['GET', 'POST']),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
  connections: z.number(),
  seconds: z.number(),
});

const { body, seconds, ...call } = callSchema.parse(JSON.parse(process.argv[2] ?? ''));
const result = await autocannon({ ...call, ...(body === undefined ? {} : { body }), duration: seconds });
process.stdout.write(`${JSON.stringify({ requests: result.requests.total, failed: result.non2xx + result.errors })}\n`);
