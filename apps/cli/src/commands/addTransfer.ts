import { InvalidArgumentError, type Command } from 'commander';
import { addAccountOptions } from './addAccountOptions.js';

const examples = (name: string): string => `
Examples:
  portage ${name} --amount 0.5 --from eth@base --to usdc@optimism --account 0 --devnet .portage/devnet.json
  PORTAGE_PRIVATE_KEY=… portage ${name} --amount 25 --from usdc@base --to usdc@optimism --recipient 0x…
  portage ${name} --amount 10 --exact-output --from eth@8453 --to usdc@10 --key-file key.txt --json
  portage ${name} --amount 0.002 --from btc@bitcoin --to usdc@base --recipient 0x… --key-file key.txt
  portage ${name} --amount 25 --from usdc@base --to usdc@lighter --recipient 281474 --key-file key.txt
  portage ${name} --amount 25 --from usdc@base --to usdc@optimism --permit --topup 2 --key-file key.txt
  portage ${name} --amount 25 --from usdc@base --to usdc@optimism --deposit-address --refund-to 0x… --key-file key.txt
  portage ${name} --amount 0.1 --exact-output --from usdc@base --to eth@optimism --txs calls.json --key-file key.txt
`;

/** Adds a command that describes a transfer: its input, its output and the way of paying. */
export function addTransfer(program: Command, name: string, description: string): Command {
  return addAccountOptions(
    program
      .command(name)
      .description(description)
      .requiredOption('--from <currency@chain>', 'what is paid, as in eth@base')
      .requiredOption('--to <currency@chain>', 'what is received, as in usdc@optimism')
      .requiredOption('--amount <number>', 'how much, in whole units, as in 1.5')
      .option('--exact-output', 'the amount is what is received, exactly')
      .option('--expected-output', 'the amount is what is received, give or take the slippage')
      .option('--user <address>', 'who pays (default: the account of the key)')
      .option(
        '--recipient <address>',
        'who receives (default: who pays, or the same test account on chains of another family)',
      )
      .option('--refund-to <address>', 'who is paid back on a failure (default: the recipient)')
      .option(
        '--slippage <bps>',
        'slippage tolerance in basis points (default: chosen by the service)',
        parseBps,
      )
      .option('--ttl <seconds>', 'after so long it is refunded rather than filled', parseWhole)
      .option('--permit', 'pay with a signature instead of a transaction')
      .option(
        '--permit-expiry <seconds>',
        'how long the signature can be used (default: 600)',
        parseWhole,
      )
      .option('--deposit-address', 'pay with a plain transfer to an address made for this request')
      .option('--recovery-address <address>', 'who may take back what stays at that address')
      .option(
        '--txs <file>',
        'calls to make with what is received: JSON, [{ "to", "value", "data" }]',
      )
      .option('--txs-gas-limit <units>', 'the most gas that the calls may use', parseWhole)
      .option('--topup [usd]', 'send native currency along, for gas (default: 20 USD)')
      .option('--app-fee <address=bps>', 'fee for an app, may be repeated', collect)
      .option('--subsidize [usd]', 'the sponsor of the API key pays the fees, or so much of them')
      .option(
        '--set <member=value>',
        'any other member of the request, as useFallbacks=true; may be repeated',
        collect,
      ),
  ).addHelpText('after', examples(name));
}

function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function parseBps(text: string): string {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 10_000)
    throw new InvalidArgumentError('Basis points are a whole number from 0 to 10000.');
  return text;
}

function parseWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('That is no whole number above 0.');
  return Number(text);
}
