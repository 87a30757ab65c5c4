import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Runner } from '../runner.js';
import { addOperatorCommand } from './addOperatorCommand.js';
import { chainIdOf } from './chainIdOf.js';
import { parseChain, parseReason } from './parseOperator.js';
import {
  bookDifferences,
  listBooked,
  listDifferences,
  listSuspense,
  takeSuspended,
} from './reconcile.js';

const help = `
Workers compare every chain with the books at one block: what the solver holds, and what the depository holds. What is
missing halts the chain. Find out why first; then book the loss, or pay in what is missing, and let the chain go on.
Amounts are in whole units; in smallest units for machines, and beside the address of a currency that the
service does not list.

Examples:
  portage reconcile list
  portage reconcile book 8453 --reason 'key stolen, replaced; incident 12' --clear-halt
  portage reconcile book 8453 --of depository --currency 0x… --reason 'sent by mistake, nobody asks for it'
  portage reconcile suspense
  portage reconcile take 8453 0x… --reason 'our own payment, without an order'
`;

/** Adds `portage reconcile`. */
export function addReconcile(program: Command, run: Runner): void {
  const reconcile = addOperatorCommand(
    program,
    'reconcile',
    'compare chains with the books, and book what differs',
    help,
  );
  addList(reconcile, run);
  addBook(reconcile, run);
  addSuspense(reconcile, run);
}

function addList(reconcile: Command, run: Runner): void {
  reconcile
    .command('list')
    .description('list what each chain has, and what the books have')
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        listDifferences(session, command.optsWithGlobals()),
      );
    });
  reconcile
    .command('history')
    .description('list differences that were booked, with their reasons')
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        listBooked(session, command.optsWithGlobals()),
      );
    });
}

function addBook(reconcile: Command, run: Runner): void {
  reconcile
    .command('book')
    .description('book what a chain has beyond the books, or lacks, as a gain or a loss')
    .argument('<chain>', 'id of the chain, as in 8453, or its slug, as in base', parseChain)
    .requiredOption('--reason <text>', 'what was found; it is kept with the booking', parseReason)
    .option('--currency <address>', 'only this currency')
    .addOption(new Option('--of <whose>', 'only of one').choices(['solver', 'depository']))
    .option('--clear-halt', 'let the chain go on, where nothing is missing any more')
    .option('--timeout <seconds>', 'longest wait for a comparison', parseSeconds, 60)
    .action(async (named: number | string, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), async (session) =>
        bookDifferences(session, await chainIdOf(session, named), command.optsWithGlobals()),
      );
    });
}

function addSuspense(reconcile: Command, run: Runner): void {
  reconcile
    .command('suspense')
    .description('list deposits that nobody has a claim to by the books')
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        listSuspense(session, command.optsWithGlobals()),
      );
    });
  reconcile
    .command('take')
    .description('take a deposit in suspense for your own; it is collected with the earnings')
    .argument('<chain>', 'id of the chain, as in 8453, or its slug, as in base', parseChain)
    .argument('<tx>', 'transaction of the deposit')
    .requiredOption('--reason <text>', 'why it is yours; it is kept', parseReason)
    .option('--ordinal <n>', 'which deposit of the transaction', parseOrdinal, 0)
    .action(async (named: number | string, txId: string, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), async (session) => {
        const deposit = { chainId: await chainIdOf(session, named), txId };
        return takeSuspended(session, deposit, command.optsWithGlobals());
      });
    });
}

function parseOrdinal(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('An ordinal is a whole number.');
  return Number(text);
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0)) throw new InvalidArgumentError('A time is a number of seconds above 0.');
  return seconds;
}
