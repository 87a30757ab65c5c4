import { type Command, InvalidArgumentError } from 'commander';
import type { Runner } from '../runner.js';
import { addOperatorCommand } from './addOperatorCommand.js';
import { archive } from './archive.js';

const help = `
Requests of a closed month that have wholly ended go to files: gzipped JSON lines, one order a line, with a manifest of
their hashes. Only when all of that is on disk are they dropped from the database, where their postings are carried
forward. What may still be touched stays, with the reason. A run that broke off is finished by the same command; requests
that ended later are the next part of their month. The service may go on meanwhile.

Keep the files: portage ledger check --archive DIR reads them all.

Examples:
  portage archive --month 2026-01 --out /var/backups/portage --dry-run
  portage archive --month 2026-01 --out /var/backups/portage --data /var/lib/portage
`;

/** Adds `portage archive`. */
export function addArchive(program: Command, run: Runner): void {
  addOperatorCommand(program, 'archive', 'write a month of ended orders to files and drop it', help)
    .requiredOption('--month <month>', 'month in which requests were made, in UTC', parseMonth)
    .requiredOption('--out <dir>', 'folder of all archives; each gets a folder of its own in it')
    .option(
      '--retention <days>',
      'days that requests stay after their month and after their end, 30 or more',
      parseDays,
      90,
    )
    .option(
      '--batch <orders>',
      'orders that are dropped at once, 1 to 1000; deposits wait meanwhile',
      parseBatch,
      25,
    )
    .option('--dry-run', 'count what would be archived and what stays, and change nothing')
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        archive(session, command.optsWithGlobals()),
      );
    });
}

function parseMonth(text: string): string {
  if (!/^20\d\d-(?:0[1-9]|1[0-2])$/.test(text))
    throw new InvalidArgumentError('A month is a year and a number, as in 2026-01.');
  return text;
}

function wholeNumber(text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number < least || number > most)
    throw new InvalidArgumentError(
      `It is a whole number from ${String(least)} to ${String(most)}.`,
    );
  return number;
}

const parseDays = (text: string): number => wholeNumber(text, 30, 3_650);
const parseBatch = (text: string): number => wholeNumber(text, 1, 1_000);
