import { createServer, type IncomingMessage } from 'node:http';
import { isPortageError, PortageError, standardError } from '@portage/core';
import type { DevnetDescription } from '../description.js';
import { choosePort } from '../node/choosePort.js';
import { routes, type AnyControls } from './routes.js';
import { readBody } from '../node/http.js';

/** Devnet that the control server serves. */
export interface ControlServerOptions {
  readonly port: number;
  readonly controls: (chainId: number) => AnyControls;
  readonly describe: () => DevnetDescription;
}

/** Controls over HTTP, for people, scripts and the CLI. */
export interface ControlServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const bodyBytesMax = 1_000_000;

/** Serves the controls on a loopback port. */
export async function startControlServer(options: ControlServerOptions): Promise<ControlServer> {
  const server = createServer((request, response) => {
    if (isPageOfService(options, request)) {
      for (const [name, value] of Object.entries(pageHeaders(request)))
        response.setHeader(name, value);
      if (request.method === 'OPTIONS') {
        response.writeHead(204).end();
        return;
      }
    }
    answer(options, request).then(
      (body) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      (error: unknown) => {
        const known = isPortageError(error)
          ? error
          : standardError('UNKNOWN_ERROR', { cause: error });
        const body = { errorCode: known.code, message: known.message, hint: known.hint };
        response
          .writeHead(known.status, { 'content-type': 'application/json', connection: 'close' })
          .end(JSON.stringify(body));
      },
    );
  });
  const port = await choosePort(options.port);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, resolve);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Whether a page of the service itself asks for test money, or for an account to hold it. Its
 * origin is a page that the operator of the devnet has started; all others stay locked out.
 */
function isPageOfService({ describe }: ControlServerOptions, request: IncomingMessage): boolean {
  const { serviceUrl } = describe();
  const { origin } = request.headers;
  return serviceUrl !== undefined && origin === serviceUrl && pagePaths.includes(request.url);
}

/** Paths that a page of the service may request. */
const pagePaths: readonly (string | undefined)[] = ['/faucet', '/open-account'];

function pageHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': headers.origin ?? '',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
    vary: 'origin',
  };
}

async function answer(options: ControlServerOptions, request: IncomingMessage): Promise<unknown> {
  // Any page in a browser can reach loopback, under a host name of its own or with a form. Both are
  // rejected here.
  const host = request.headers.host ?? '';
  if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host))
    throw new PortageError('FORBIDDEN', { message: 'The controls answer only on loopback.' });
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (path === '/devnet.json') {
    requireMethod(request, 'GET');
    return options.describe();
  }
  const route = routes.find((candidate) => candidate.path === path);
  if (route === undefined)
    throw standardError('NOT_FOUND', {
      hint: `Try GET /devnet.json, or POST to ${routes.map((r) => r.path).join(', ')}.`,
    });
  requireMethod(request, 'POST');
  if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/json')
    throw standardError('UNSUPPORTED_MEDIA_TYPE');
  return route.run(options.controls, parseJson(await readText(request)));
}

function requireMethod(request: IncomingMessage, method: string): void {
  if (request.method !== method)
    throw new PortageError('METHOD_NOT_ALLOWED', { message: `This path takes ${method}.` });
}

async function readText(request: IncomingMessage): Promise<string> {
  const text = await readBody(request, bodyBytesMax);
  if (text === undefined)
    throw new PortageError('BODY_TOO_LARGE', {
      message: `The body is larger than ${bodyBytesMax} bytes.`,
    });
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw standardError('INVALID_JSON', { cause });
  }
}
