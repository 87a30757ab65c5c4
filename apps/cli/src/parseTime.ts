import { InvalidArgumentError } from 'commander';

/** Reads a time as Unix seconds. @throws InvalidArgumentError */
export function parseTime(text: string): number {
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1000);
  if (!Number.isSafeInteger(seconds) || seconds < 0)
    throw new InvalidArgumentError('A time is Unix seconds, or a date as in 2026-11-21T07:00Z.');
  return seconds;
}
