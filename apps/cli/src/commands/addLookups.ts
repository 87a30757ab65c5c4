import { InvalidArgumentError, Option, type Command } from 'commander';
import type { TransferOptions } from '../options.js';
import type { Runner } from '../runner.js';
import { addAccountOptions } from './addAccountOptions.js';
import { addTransfer } from './addTransfer.js';
import { balance, type BalanceOptions } from './balance.js';
import { currencies, type CurrenciesOptions } from './currencies.js';
import { faucet, type FaucetOptions } from './faucet.js';
import { listAccounts, type AccountsOptions } from './listAccounts.js';
import { price } from './price.js';

/** Adds `portage price`, `currencies`, `accounts`, `balance` and `faucet`. */
export function addLookups(program: Command, run: Runner): void {
  addTransfer(program, 'price', 'show what a transfer would cost; needs no account').action(
    async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        price(session, command.opts<TransferOptions>()),
      );
    },
  );
  addCurrencies(program, run);
  addAccounts(program, run);
  addBalance(program, run);
  addFaucet(program, run);
}

function addCurrencies(program: Command, run: Runner): void {
  program
    .command('currencies')
    .description('search the currencies that the service moves')
    .argument('[term]', 'part of a symbol, a name or an address')
    .option('--chain <name>', 'on this chain only, as in base')
    .addOption(
      new Option('-n, --limit <count>', 'how many at most, up to 100')
        .default(20)
        .argParser(parseLimit),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  portage currencies usdc\n  portage currencies --chain base --json\n',
    )
    .action(async (term: string | undefined, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        currencies(session, term, command.opts<CurrenciesOptions>()),
      );
    });
}

function addAccounts(program: Command, run: Runner): void {
  program
    .command('accounts')
    .description('look up the accounts of a wallet on the exchange')
    .argument('<owner>', 'address of the EVM wallet that owns them')
    .option('--chain <name>', 'on this chain only, as in lighter')
    .addHelpText(
      'after',
      '\nExamples:\n  portage accounts 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266\n  portage accounts 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --chain lighter --json\n',
    )
    .action(async (owner: string, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        listAccounts(session, owner, command.opts<AccountsOptions>()),
      );
    });
}

function addBalance(program: Command, run: Runner): void {
  addAccountOptions(
    program
      .command('balance')
      .description('show what an account holds, on every chain of its family')
      .argument('[address]', 'the account (default: that of the key)')
      .option('--chain <name>', 'on this chain only, as in base'),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  portage balance 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266\n  portage --devnet .portage/devnet.json balance --account 0 --chain base --json\n',
    )
    .action(async (address: string | undefined, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        balance(session, address, command.opts<BalanceOptions>()),
      );
    });
}

function addFaucet(program: Command, run: Runner): void {
  addAccountOptions(
    program
      .command('faucet')
      .description('send test money of a devnet to an account')
      .argument('[address]', 'the account (default: that of the key)')
      .requiredOption('--chain <name>', 'chain of the devnet, as in base')
      .option('--native <number>', 'native currency, in whole units (default: 1)')
      .option('--usdc <number>', 'USDC, in whole units'),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  portage --devnet .portage/devnet.json faucet --chain base --account 0\n  portage --devnet .portage/devnet.json faucet 0x… --chain optimism --usdc 100\n',
    )
    .action(async (address: string | undefined, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        faucet(session, address, command.opts<FaucetOptions>()),
      );
    });
}

function parseLimit(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 100)
    throw new InvalidArgumentError('Give a whole number from 1 to 100.');
  return count;
}
