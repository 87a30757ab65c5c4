import { InvalidArgumentError, type Command } from 'commander';

/** Adds the options by which a command finds a key: a key is never an argument itself. */
export function addAccountOptions(command: Command): Command {
  return command
    .option('--key-file <file>', 'file that holds the private key (or set PORTAGE_PRIVATE_KEY)')
    .option('--account <number>', 'test account of the devnet, from 0', parseIndex);
}

function parseIndex(text: string): number {
  if (!/^\d{1,4}$/.test(text))
    throw new InvalidArgumentError('An account is a whole number from 0.');
  return Number(text);
}
