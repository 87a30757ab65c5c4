import { InvalidArgumentError } from 'commander';

/** Error for a command line that cannot be meant: exit code 2. */
export function usageError(message: string): InvalidArgumentError {
  return new InvalidArgumentError(message);
}
