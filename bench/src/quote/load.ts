/** Loads one url with quotes for some seconds and prints what it saw. Arguments: URL BODY CONNECTIONS SECONDS. */
import autocannon from 'autocannon';

const [url = '', body = '', connections = '16', seconds = '2'] = process.argv.slice(2);

const result = await autocannon({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
  connections: Number(connections),
  duration: Number(seconds),
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
