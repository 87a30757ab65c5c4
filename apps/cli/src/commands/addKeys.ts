import { keyRights, isKeyRight, type KeyRight } from '@portage/core';
import { InvalidArgumentError, type Command } from 'commander';
import type { Runner } from '../runner.js';
import { addOperatorCommand } from './addOperatorCommand.js';
import { createKey, listKeys, revokeKey, type CreateKeyOptions } from './keys.js';

const help = `
These commands are for the operator: they talk to the database of the service, at DATABASE_URL or, beside a running
service or without one, in its data directory.

Examples:
  portage keys create --name shop
  portage keys create --name shop --owner acme --sponsor acme --right fixed-rate --right route-racing
  portage keys list --data /var/lib/portage
  portage keys revoke key_00112233445566aa
`;

/** Adds `portage keys`. */
export function addKeys(program: Command, run: Runner): void {
  const keys = addOperatorCommand(program, 'keys', 'make, list and revoke API keys', help);
  keys
    .command('create')
    .description('make a key and show its secret, once')
    .requiredOption('--name <name>', 'what the key is for', parseName)
    .option(
      '--owner <name>',
      "keys of one owner see each other's usage (default: the key is its own)",
      parseName,
    )
    .option(
      '--sponsor <account>',
      'account whose balance pays the fees that quotes of this key sponsor',
      parseName,
    )
    .option(
      '--app-wallet <address>',
      'wallet whose app fees stand behind fast fills of this key',
      parseName,
    )
    .option(
      '--right <right>',
      `something that needs a right, may be repeated: ${keyRights.join(', ')}`,
      collectRight,
    )
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        createKey(session, command.optsWithGlobals<CreateKeyOptions>()),
      );
    });
  keys
    .command('list')
    .description('list keys, newest first; secrets are not kept')
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        listKeys(session, command.optsWithGlobals()),
      );
    });
  keys
    .command('revoke')
    .description('end a key, at once and for ever')
    .argument('<key-id>', 'public id of the key, as in key_00112233445566aa', parseKeyId)
    .action(async (id: string, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        revokeKey(session, id, command.optsWithGlobals()),
      );
    });
}

function parseName(text: string): string {
  if (!/^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/.test(text))
    throw new InvalidArgumentError('A name has 1 to 100 printable characters.');
  return text;
}

function collectRight(text: string, others: readonly KeyRight[] = []): readonly KeyRight[] {
  if (!isKeyRight(text)) throw new InvalidArgumentError(`Rights are ${keyRights.join(' and ')}.`);
  return [...new Set([...others, text])];
}

/** The message does not repeat the text, because it may be a secret. */
function parseKeyId(text: string): string {
  if (!/^key_[0-9a-f]{16}$/.test(text))
    throw new InvalidArgumentError('A key is named by its public id, key_ and 16 hex digits.');
  return text;
}
