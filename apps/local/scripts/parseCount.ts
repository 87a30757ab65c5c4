import { InvalidArgumentError } from 'commander';

/** Reads a whole number from 1 to 100,000 of a command line. */
export function parseCount(text: string): number {
  const count = Number(text);
  if (!/^[0-9]{1,6}$/.test(text) || count < 1 || count > 100_000)
    throw new InvalidArgumentError('It is a whole number from 1 to 100000.');
  return count;
}
