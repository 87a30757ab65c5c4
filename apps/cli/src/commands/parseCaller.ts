import { InvalidArgumentError, Option } from 'commander';

/** Option for the longest wait, in seconds. */
export function timeoutOption(): Option {
  return new Option('--timeout <seconds>', 'longest wait').default(600).argParser(parseSeconds);
}

/** The id of a request. @throws InvalidArgumentError */
export function parseRequestId(text: string): string {
  if (!/^0x[0-9a-fA-F]{64}$/.test(text))
    throw new InvalidArgumentError('A request id is 0x and 64 hex digits.');
  return text;
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0)) throw new InvalidArgumentError('A time is a number of seconds above 0.');
  return seconds;
}
