import { isPortageError } from '@portage/core';

/** Text of a fault that ended the process: the event, all of its causes and the remedy. */
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
