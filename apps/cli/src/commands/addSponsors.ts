import { InvalidArgumentError, type Command } from 'commander';
import type { Runner } from '../runner.js';
import { addOperatorCommand } from './addOperatorCommand.js';
import { creditSponsor, sponsorBalance, type CreditOptions } from './sponsors.js';

const help = `
A sponsor pays the fees that quotes of its API keys sponsor (portage keys create --sponsor ACCOUNT). What it brought is
booked here by the operator who received it.

Examples:
  portage sponsors credit acme 250 --ref invoice-2026-17
  portage sponsors balance acme --json
`;

/** Adds `portage sponsors`. */
export function addSponsors(program: Command, run: Runner): void {
  const sponsors = addOperatorCommand(
    program,
    'sponsors',
    'book what sponsors bring and show their balances',
    help,
  );
  sponsors
    .command('credit')
    .description('book money that a sponsor brought')
    .argument('<account>', "the sponsor's account", parseAccount)
    .argument('<usd>', 'USD with at most six decimals, as in 250 or 0.5', parseUsd)
    .requiredOption(
      '--ref <reference>',
      'what the payment is known by; the same one is booked once',
      parseAccount,
    )
    .action(async (account: string, usd: string, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        creditSponsor(session, account, usd, command.optsWithGlobals<CreditOptions>()),
      );
    });
  sponsors
    .command('balance')
    .description('show what a sponsor can still spend')
    .argument('<account>', "the sponsor's account", parseAccount)
    .action(async (account: string, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        sponsorBalance(session, account, command.optsWithGlobals()),
      );
    });
}

function parseAccount(text: string): string {
  if (!/^[\x21-\x7e]{1,100}$/.test(text))
    throw new InvalidArgumentError('It has 1 to 100 printable characters and no space.');
  return text;
}

function parseUsd(text: string): string {
  if (!/^\d{1,15}(?:\.\d{1,6})?$/.test(text) || /^0+(?:\.0+)?$/.test(text))
    throw new InvalidArgumentError(
      'An amount is a positive number of USD with at most six decimals.',
    );
  return text;
}
