import { Option, type Command } from 'commander';
import { parseTime } from '../parseTime.js';
import type { Runner } from '../runner.js';
import { usage, type UsageOptions } from './usage.js';

/** Adds `portage usage`. */
export function addUsage(program: Command, run: Runner): void {
  program
    .command('usage')
    .description('show the calls of an API key (PORTAGE_API_KEY), with a chart')
    .addOption(
      new Option('-g, --granularity <width>', 'width of the buckets')
        .choices(['minutely', 'hourly', 'daily'])
        .default('hourly'),
    )
    .option(
      '--from <time>',
      'start: Unix seconds, or a date as in 2026-11-21 or 2026-11-21T07:00Z (default: 24 hours, 7 days or 14 days before the end)',
      parseTime,
    )
    .option('--to <time>', 'end (default: now)', parseTime)
    .option(
      '--key <id>',
      'public id of a key of the same owner; may be repeated (default: the key that asks)',
      collect,
    )
    .addHelpText(
      'after',
      '\nExamples:\n  PORTAGE_API_KEY=… portage usage\n  PORTAGE_API_KEY=… portage usage --granularity daily --json\n  PORTAGE_API_KEY=… portage usage -g minutely --from 2026-11-21T07:00Z --key key_00112233445566aa\n',
    )
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        usage(session, command.opts<UsageOptions>()),
      );
    });
}

function collect(text: string, others: readonly string[] = []): readonly string[] {
  return [...others, text];
}
