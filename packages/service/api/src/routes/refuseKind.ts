import { requestFault } from '@portage/core';
import { echo } from '../errors.js';

/** Ways of execution that a member of a body names. */
export interface KnownKinds {
  /** Name of the member. */
  readonly member: string;
  readonly kinds: readonly string[];
}

/**
 * Refuses a way of execution that is not offered, such as an ERC-4337 operation, by its name. What
 * is no text is left to the schema of the body.
 *
 * @throws PortageError `UNSUPPORTED_EXECUTION_TYPE`
 */
export function refuseKind(body: unknown, { member, kinds }: KnownKinds): void {
  if (typeof body !== 'object' || body === null) return;
  const kind: unknown = Reflect.get(body, member);
  if (typeof kind !== 'string' || kinds.includes(kind)) return;
  const offered = kinds.map((each) => `"${each}"`).join(', ');
  throw requestFault(member, 'is not offered', {
    code: 'UNSUPPORTED_EXECUTION_TYPE',
    message: `The way of execution "${echo(kind)}" is not offered.`,
    hint: `${member} is one of ${offered}.`,
  });
}
