import { createClient } from '@portage/client';
import { metrics, rollUp } from '@portage/metrics';

const [baseUrl] = process.argv.slice(2);
const apiKey = process.env.PORTAGE_API_KEY;
const client = createClient({ baseUrl, apiKey }).extend(metrics());

const days = rollUp(await client.getUsage({ granularity: 'minutely' }), 'daily');
for (const { timestamp, endpoint, statusCode, errorCode, count } of days) {
  const outcome = [statusCode, errorCode].filter(Boolean).join(' ');
  console.log(timestamp.slice(0, 10), endpoint.padEnd(24), outcome.padEnd(24), count);
}
console.log(`${days.reduce((sum, { count }) => sum + count, 0)} calls`);
