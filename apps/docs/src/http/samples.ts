import type { Operation } from './openApi.js';

/** Address of a service on the reader's machine, where samples work as they stand. */
const serviceUrl = 'http://127.0.0.1:4000';

/** Path and query of a call with the operation's examples. */
function targetOf({ path, parameters }: Operation): string {
  const named = new Map(parameters.map(({ name, example }) => [name, String(example)]));
  const query = parameters.filter((each) => each.in === 'query' && each.example !== undefined);
  const search = new URLSearchParams(query.map(({ name, example }) => [name, String(example)]));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => named.get(name) ?? name);
  return `${filled}${query.length === 0 ? '' : `?${search}`}`;
}

/** Whether only holders of a key may call. */
export function needsKey({ security }: Operation): boolean {
  return !security.some((each) => Object.keys(each).length === 0);
}

/** A call of an operation in each of the languages that its page shows. */
export function samplesOf(
  operation: Operation,
): readonly { language: string; label: string; text: string }[] {
  const body = operation.requestBody?.content['application/json'].example;
  const url = serviceUrl + targetOf(operation);
  return [
    { language: 'sh', label: 'curl', text: curl(operation, url, body) },
    { language: 'js', label: 'JavaScript', text: javascript(operation, url, body) },
  ];
}

function curl(operation: Operation, url: string, body: unknown): string {
  const lines = [
    `curl${operation.method === 'GET' || body !== undefined ? '' : ` -X ${operation.method}`} '${url}'`,
  ];
  if (needsKey(operation)) lines.push(`-H "x-api-key: $PORTAGE_API_KEY"`);
  if (body !== undefined) {
    lines.push(`-H 'content-type: application/json'`);
    lines.push(`-d '${JSON.stringify(body, undefined, 2).replaceAll("'", "'\\''")}'`);
  }
  return lines.join(' \\\n  ');
}

function javascript(operation: Operation, url: string, body: unknown): string {
  const headers = {
    ...(body === undefined ? {} : { "'content-type'": "'application/json'" }),
    ...(needsKey(operation) ? { "'x-api-key'": 'process.env.PORTAGE_API_KEY' } : {}),
  };
  const options = [
    ...(operation.method === 'GET' ? [] : [`method: '${operation.method}',`]),
    ...(Object.keys(headers).length === 0
      ? []
      : [
          `headers: { ${Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join(', ')} },`,
        ]),
    ...(body === undefined
      ? []
      : [
          `body: JSON.stringify(${JSON.stringify(body, undefined, 2)
            .replace(/"(\w+)":/g, '$1:')
            .replaceAll('\n', '\n  ')}),`,
        ]),
  ];
  const call = options.length === 0 ? `'${url}'` : `'${url}', {\n  ${options.join('\n  ')}\n}`;
  return `const response = await fetch(${call});\nconsole.log(response.status, await response.json());`;
}
