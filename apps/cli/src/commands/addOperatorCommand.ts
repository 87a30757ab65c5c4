import type { Command } from 'commander';

/** Adds a group of commands that work on the service's database. */
export function addOperatorCommand(
  program: Command,
  name: string,
  description: string,
  help: string,
): Command {
  return program
    .command(name)
    .description(`${description} (for the operator of a service)`)
    .option(
      '--data <dir>',
      'data directory of the service (env PORTAGE_DATA; default: .portage); DATABASE_URL wins',
    )
    .addHelpText('after', help);
}
