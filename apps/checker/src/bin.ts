#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { chainsSchema } from './model/chain.js';
import { checkOrders } from './checkOrders.js';

const options = new Command('portage-checker')
  .description(
    'Rebuilds what became of every order from the chains alone, and compares it with the signed orders and the database.',
  )
  .requiredOption('--orders <file>', 'quotes as the service answered them, one a line')
  .requiredOption('--chains <file>', 'list of chains (JSON)')
  .requiredOption('--database <url>', 'database of the service')
  .option('--json', 'print one JSON object', false)
  .parse()
  .opts<{ orders: string; chains: string; database: string; json: boolean }>();

const lines = (await readFile(options.orders, 'utf8')).split('\n').filter((line) => line !== '');
const report = await checkOrders({
  quotes: lines.map((line): unknown => JSON.parse(line)),
  chains: chainsSchema.parse(JSON.parse(await readFile(options.chains, 'utf8'))),
  databaseUrl: options.database,
});
const { orders, flows, faults } = report;
process.stdout.write(
  options.json
    ? `${JSON.stringify(report)}\n`
    : [
        `${String(orders)} orders: ${String(flows.deposit)} deposits, ${String(flows.fill)} fills, ${String(flows.refund)} refunds`,
        ...faults.map((fault) => `fault: ${fault}`),
        faults.length === 0 ? 'ok' : `${String(faults.length)} faults`,
        '',
      ].join('\n'),
);
process.exitCode = faults.length === 0 ? 0 : 1;
