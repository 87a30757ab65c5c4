import type { Log } from '@portage/core';
import type { ServiceOptions } from './serviceOptions.js';

/**
 * Makes the log of one part. An entry with an `error` is a warning; one with the `level` `error` is
 * an error, which needs an operator, one with the `level` `warn` a warning.
 */
export function logOf({ log }: Pick<ServiceOptions, 'log'>, part: string): Log {
  return (message, { level, ...context } = {}) => {
    const usual = context['error'] === undefined ? 'info' : 'warn';
    const isNamed = level === 'error' || level === 'warn';
    log[isNamed ? level : usual]({ part, ...context }, message);
  };
}
