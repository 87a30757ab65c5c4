import { isPortageError, requestFault, type ErrorCode } from '@portage/core';
import type { Chains, Codec } from '@portage/core/chain';

/** Member of a call, its reader, and the error code when no family can read it. */
export interface Reading {
  readonly path: string;
  readonly code: ErrorCode;
  readonly read: (codec: Codec) => string;
}

/**
 * Canonical texts of a value whose chain the caller did not name, one for each family of chains
 * that can read it.
 *
 * @throws PortageError with the code of the reading when no family can
 */
export function normalizeWithAnyCodec(
  chains: Chains,
  { path, code, read }: Reading,
): readonly string[] {
  const codecs = new Map(chains.all.map(({ vm, codec }) => [vm, codec]));
  const found = new Set<string>();
  for (const codec of codecs.values()) {
    try {
      found.add(read(codec));
    } catch (error) {
      if (!isPortageError(error)) throw error;
    }
  }
  if (found.size > 0) return [...found];
  const message = 'is not valid on any chain that is offered';
  throw requestFault(path, message, { code, message: `${path}: ${message}.` });
}
