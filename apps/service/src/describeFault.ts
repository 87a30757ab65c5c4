import { isPortageError } from '@portage/core';

/**
 * What is printed of a fault that ended the process: what happened, everything that is wrong, and
 * what to do.
 */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return `${String(error)}\n`;
  const code = 'code' in error ? `${String(error.code)}: ` : '';
  if (!isPortageError(error)) return `${code}${error.message}\n`;
  const others = error.details.slice(1).map(({ path, message }) => `${path}: ${message}`);
  return [
    `${code}${error.message}`,
    ...others,
    ...(error.hint === undefined ? [] : [error.hint]),
    '',
  ].join('\n');
}
