import { CommanderError, type Command } from 'commander';

/**
 * Message about the first option of a command line that no command knows, with the option that may
 * be meant. Commander tells of options that are missing before it looks for those; a misspelt
 * option is both, and the misspelling is what helps.
 *
 * @param program - a program of its own, whose commands do nothing
 * @returns undefined where every option is known
 */
export async function findMisspelling(
  program: Command,
  argv: readonly string[],
): Promise<string | undefined> {
  for (const command of withSubcommands(program)) {
    command.configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
    for (const option of command.options) option.mandatory = false;
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.code === 'commander.unknownOption' ? error.message : undefined;
  }
}

/** A command and all commands below it. */
export function withSubcommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}
