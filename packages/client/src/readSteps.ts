import type { Step } from '@portage/core';
import { stepShape } from './stepShape.js';
import { findMismatch } from './transport/findMismatch.js';
import { invalidAnswer } from './transport/invalidAnswer.js';

/**
 * Reads steps that the service appends when a signature is posted. @throws PortageError
 * `INVALID_RESPONSE`
 */
export function readSteps(steps: unknown): readonly Step[] {
  if (!isSteps(steps)) throw invalidAnswer('list of steps', findMismatch(steps, [stepShape]));
  return steps;
}

/**
 * The shape lists every member that this package reads; the others are handed through as they came.
 */
function isSteps(steps: unknown): steps is readonly Step[] {
  return findMismatch(steps, [stepShape]) === undefined;
}
