/** What a page asks for. All else needs an owner: usage, webhooks, fast fills, the dashboard. */
const open = [
  /^GET \/(?:chains|health|currencies\/token\/price|currencies\/trending|prices\/rates)$/,
  /^GET \/(?:chains\/liquidity|swap-sources|config\/v2|requests\/v2|deposit-addresses\/v1)$/,
  /^GET \/intents\/status(?:\/v2|\/v3)?$/,
  /^POST \/(?:quote\/v2|currencies\/v2|execute|execute\/permits)$/,
  /^POST \/transactions\/(?:index|single|deposit-address\/reindex)$/,
];

/** Headers that go on to the service; cookies, and a key that a caller brings, do not. */
const asked = ['accept', 'content-type', 'last-event-id'];
/** Headers that come back: clients go by the service's time and by its limits. */
const answered = ['cache-control', 'content-type', 'date', 'ratelimit', 'ratelimit-policy'];

const refuse = (status, errorCode, message) => Response.json({ message, errorCode }, { status });

/**
 * A handler `(request: Request) => Promise<Response>` that asks a service in the name of a key. The
 * key stays on this server: what it pays for, such as sponsored fees, is for callers of `origins`.
 */
export function createKeyProxy({ service, apiKey, mount, origins }) {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const origin = request.headers.get('origin');
    if (origin !== null && !origins.includes(origin))
      return refuse(403, 'FORBIDDEN', `Pages of ${origin} may not use this key.`);
    const path = pathname.startsWith(`${mount}/`) ? pathname.slice(mount.length) : '';
    if (!open.some((pattern) => pattern.test(`${request.method} ${path}`)))
      return refuse(404, 'NOT_FOUND', `${request.method} ${path} is not for pages.`);
    const headers = new Headers({ 'x-api-key': apiKey });
    for (const name of asked)
      if (request.headers.has(name)) headers.set(name, request.headers.get(name));
    const { method, body, signal } = request;
    const sent = { method, headers, body, signal, duplex: 'half', redirect: 'error' };
    const answer = await fetch(service + path + search, sent).catch(() => undefined);
    if (answer === undefined) return refuse(502, 'SERVICE_UNAVAILABLE', 'The service is away.');
    const kept = [...answered, 'retry-after'].filter((name) => answer.headers.has(name));
    return new Response(answer.body, {
      status: answer.status,
      headers: kept.map((name) => [name, answer.headers.get(name)]),
    });
  };
}
