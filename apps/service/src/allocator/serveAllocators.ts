import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { bytesToHex, isPortageError, PortageError } from '@portage/core';
import type { Allocator } from '@portage/core/plugin';
import { releaseSchema } from './releaseRecord.js';

/** A collection of a thousand releases has some 200 KiB. */
const bodyBytesMax = 1 << 20;

/** Answer of the signing process. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Takes the socket, so that no second process signs with the same journal. Nothing is answered
 * before `serve` is called.
 *
 * @throws PortageError `DATA_DIRECTORY_LOCKED` where another process listens there
 */
export async function listenForReleases(
  socket: string,
): Promise<{ serve(allocators: ReadonlyMap<number, Allocator>): void; close(): Promise<void> }> {
  let known: ReadonlyMap<number, Allocator> = new Map();
  const server = createServer((request, response) => {
    void handle(request, known).then((answer) => reply(response, answer));
  });
  if (await isTaken(socket))
    throw new PortageError('DATA_DIRECTORY_LOCKED', {
      message: `Another process signs releases at ${socket}.`,
      hint: 'One process signs with one key and one journal: stop the other one.',
    });
  // The process that listened there before has ended without removing it.
  await rm(socket, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  await chmod(socket, 0o660);
  return {
    serve: (allocators) => {
      known = allocators;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function isTaken(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}

function reply(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function handle(
  request: IncomingMessage,
  allocators: ReadonlyMap<number, Allocator>,
): Promise<Answer> {
  try {
    const url = new URL(request.url ?? '/', 'http://socket');
    const [, chainId, verb] =
      /^\/chains\/(\d{1,15})\/(sign|available|address)$/.exec(url.pathname) ?? [];
    const allocator = allocators.get(Number(chainId));
    if (allocator === undefined)
      return { status: 404, body: { message: 'There is no such chain.' } };
    if (verb === 'address') return { status: 200, body: { address: allocator.address } };
    if (verb === 'available') {
      const left = await allocator.available?.(url.searchParams.get('currency') ?? '');
      return { status: 200, body: { available: left?.toString() ?? null } };
    }
    const intent = releaseSchema.safeParse(await readBody(request));
    if (request.method !== 'POST' || !intent.success)
      return { status: 400, body: { message: 'The body is no release.' } };
    const signature = bytesToHex(await allocator.sign(intent.data));
    return { status: 200, body: { address: allocator.address, signature } };
  } catch (error) {
    if (isPortageError(error, 'RELEASE_REFUSED')) {
      const { code, message, hint } = error;
      return { status: 403, body: { code, message, hint } };
    }
    return { status: 500, body: { message: 'The release could not be signed.' } };
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) return undefined;
    bytes += chunk.length;
    if (bytes > bodyBytesMax) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
