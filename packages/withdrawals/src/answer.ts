import { PortageError } from '@portage/core';

/** Members of an object by name; none of anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The service answered with something else than what was asked for. */
export function invalidAnswer(message: string, hint?: string): PortageError {
  return new PortageError('INVALID_RESPONSE', {
    message: `The service answered ${message}.`,
    ...(hint === undefined ? {} : { hint }),
  });
}
