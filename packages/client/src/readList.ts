import { PortageError } from '@portage/core';
import { findMismatch, type Shape } from './transport/findMismatch.js';

/**
 * Reads a list whose entries have at least the members of a shape; the others are handed through
 * as they came. @throws PortageError `INVALID_RESPONSE`
 */
export function readList<Entry>(body: unknown, shape: Shape): readonly Entry[] {
  const mismatch = findMismatch(body, [shape]);
  if (mismatch === undefined) return body as readonly Entry[]; // Its members were just seen.
  throw new PortageError('INVALID_RESPONSE', {
    message: `The service answered with something that is no such list: ${mismatch}.`,
  });
}
