import { Option, type Command } from 'commander';
import type { ExitCode } from '../exitCodes.js';
import { parseTime } from '../parseTime.js';
import type { Runner } from '../runner.js';
import type { Session } from '../session.js';
import {
  changeState,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  replayWebhook,
  rotateWebhook,
  testWebhook,
} from './webhooks.js';

/** Events that a webhook can be told of. */
const events = ['request.status.updated', 'transfer'];

const help = `
Webhooks are those of the owner of the API key (PORTAGE_API_KEY).

Examples:
  PORTAGE_API_KEY=… portage webhooks create https://shop.example/hooks
  portage webhooks create https://shop.example/hooks --event transfer
  portage webhooks deliveries wh_0011223344556677 --state parked
  portage webhooks replay wh_0011223344556677 --from 2026-11-21T07:00Z
`;

/** Adds `portage webhooks`. */
export function addWebhooks(program: Command, run: Runner): void {
  const webhooks = program
    .command('webhooks')
    .description('say where an app is told of its requests')
    .addHelpText('after', help);
  const one = (
    name: string,
    description: string,
    work: (session: Session, id: string, command: Command) => Promise<ExitCode>,
  ): Command =>
    webhooks
      .command(name)
      .description(description)
      .argument('<webhook-id>', 'id of the webhook, as in wh_0011223344556677')
      .action(async (id: string, _: unknown, command: Command) => {
        await run(command.optsWithGlobals(), (session) => work(session, id, command));
      });
  webhooks
    .command('list', { isDefault: true })
    .description('list webhooks, with what waits for them')
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), listWebhooks);
    });
  webhooks
    .command('create')
    .description('have a URL told of requests, and show its secret, once')
    .argument('<url>', 'https URL on the public internet')
    .addOption(
      new Option('--event <name>', 'event to be told of, may be repeated (default: all)')
        .choices(events)
        .argParser(collect),
    )
    .action(async (url: string, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        createWebhook(session, url, command.opts()),
      );
    });
  one('pause', 'keep what happens until it is resumed', (session, id) =>
    changeState(session, id, 'paused'),
  );
  one('resume', 'send what waits, and what was parked', (session, id) =>
    changeState(session, id, 'active'),
  );
  one('delete', 'end a webhook, with all that waits for it', deleteWebhook);
  one('test', 'send an event that tells of no request', testWebhook);
  one('rotate', 'change the secret, and show the new one, once', (session, id, command) =>
    rotateWebhook(session, id, command.opts<{ overlap?: number }>().overlap),
  ).option('--overlap <seconds>', 'time for which the former signs too (default: a day)', Number);
  one('replay', 'send the events of a time once more', (session, id, command) =>
    replayWebhook(session, id, command.opts()),
  )
    .requiredOption('--from <time>', 'start: Unix seconds or a date', parseTime)
    .option('--to <time>', 'end (default: now)', parseTime);
  one('deliveries', 'list deliveries, newest first', (session, id, command) =>
    listDeliveries(session, id, command.opts()),
  )
    .addOption(new Option('--state <state>').choices(['pending', 'delivered', 'parked']))
    .option('--limit <count>', 'most deliveries to list', '20');
}

function collect(text: string, others: readonly string[] = []): readonly string[] {
  return [...others, text];
}
