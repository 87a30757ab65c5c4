import type { Command } from 'commander';
import type { Runner } from '../runner.js';
import { addAccountOptions } from './addAccountOptions.js';
import { withdrawable, type WithdrawableOptions } from './withdrawable.js';
import { withdraw, type WithdrawCommandOptions } from './withdraw.js';

const examples = `
The depositor signs, and the service pays: nothing is sent by the depositor, and gas is taken of the amount.

Examples:
  PORTAGE_PRIVATE_KEY=… portage withdraw --amount 0.1 --from eth@base
  portage withdraw --amount 25 --from usdc@solana --to 7xKX… --key-file key.txt --json
`;

/** Adds `portage withdraw`. */
export function addWithdraw(program: Command, run: Runner): void {
  addAccountOptions(
    program
      .command('withdraw')
      .description('take money out of the depository that no order takes')
      .requiredOption('--amount <amount>', 'amount in whole units')
      .requiredOption('--from <currency@chain>', 'currency that was deposited, as in eth@base')
      .option('--to <address>', 'account that is paid (default: that of the key)')
      .option('--max-fee <amount>', 'most that gas may take, in whole units (default: a tenth)'),
  )
    .addHelpText('after', examples)
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        withdraw(session, command.opts<WithdrawCommandOptions>()),
      );
    });
  program
    .command('withdrawable')
    .description('list what an account may withdraw')
    .argument('<owner>', 'account that made the deposits')
    .option('--chain <chain>', 'on this chain only, as in base (default: every chain)')
    .addHelpText(
      'after',
      '\nExamples:\n  portage withdrawable 0x…\n  portage withdrawable 0x… --chain base --json\n',
    )
    .action(async (owner: string, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        withdrawable(session, owner, command.opts<WithdrawableOptions>()),
      );
    });
}
