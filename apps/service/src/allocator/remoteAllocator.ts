import { request } from 'node:http';
import { hexToBytes, PortageError, systemClock } from '@portage/core';
import type { Allocator } from '@portage/core/plugin';
import { z } from 'zod';
import { writeJson } from './releaseRecord.js';

/** Socket of a signing process, and which of its chains is meant. */
export interface RemoteAllocatorOptions {
  readonly socket: string;
  readonly chainId: number;
  /** Account that the depository obeys, by this process's own configuration. */
  readonly address: string;
}

const answerMsMax = 10_000;
const signatureSchema = z.object({
  address: z.string(),
  signature: z.string().regex(/^0x(?:[0-9a-f]{2})+$/),
});
const addressSchema = z.object({ address: z.string() });
const availableSchema = z.object({ available: z.string().regex(/^\d+$/).nullable() });
const refusalSchema = z.object({
  code: z.literal('RELEASE_REFUSED'),
  message: z.string(),
  hint: z.string().optional(),
});

/** An allocator whose key another process has: it gets releases, and answers with signatures. */
export function createRemoteAllocator({
  socket,
  chainId,
  address,
}: RemoteAllocatorOptions): Allocator {
  return {
    address,
    canSign: true,
    sign: async (intent) => {
      const answer = signatureSchema.parse(
        await call({ socket, path: `/chains/${String(chainId)}/sign`, body: writeJson(intent) }),
      );
      refuseOther(answer.address, address);
      return hexToBytes(answer.signature);
    },
    available: async (currency, signal) => {
      const path = `/chains/${String(chainId)}/available?currency=${encodeURIComponent(currency)}`;
      const { available } = availableSchema.parse(await call({ socket, path, signal }));
      return available === null ? undefined : BigInt(available);
    },
  };
}

/**
 * Asks the signing process for the account that it signs a chain's releases with. Signs nothing.
 *
 * @throws PortageError `SERVICE_UNAVAILABLE` where it does not answer, or knows no such chain;
 *   `INVALID_CONFIGURATION` where it has another key
 */
export async function checkRemoteAllocator({
  socket,
  chainId,
  address,
}: RemoteAllocatorOptions): Promise<void> {
  const path = `/chains/${String(chainId)}/address`;
  refuseOther(addressSchema.parse(await call({ socket, path })).address, address);
}

function refuseOther(found: string, address: string): void {
  if (found === address) return;
  throw new PortageError('INVALID_CONFIGURATION', {
    message: `The signing process has the key of ${found}, not that of ${address}.`,
  });
}

interface Call {
  readonly socket: string;
  readonly path: string;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

async function call({ socket, path, body, signal }: Call): Promise<unknown> {
  const { status, text } = await ask({ socket, path, body, signal }).catch((cause: unknown) => {
    throw unavailable(socket, cause);
  });
  const answer = readJson(text);
  if (status === 200) return answer;
  const refusal = refusalSchema.safeParse(answer);
  if (refusal.success) {
    const { message, hint } = refusal.data;
    throw new PortageError('RELEASE_REFUSED', { message, hint });
  }
  throw unavailable(socket, new Error(`It answered with the status ${String(status)}.`));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unavailable(socket: string, cause: unknown): PortageError {
  return new PortageError('SERVICE_UNAVAILABLE', {
    message: `The signing process does not answer at ${socket}.`,
    hint: 'Start portage-service --role allocator with the same configuration.',
    cause,
  });
}

function ask({
  socket,
  path,
  body,
  signal = systemClock.timeout(answerMsMax),
}: Call): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request({ socketPath: socket, path, method, signal }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
