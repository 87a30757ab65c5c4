#!/usr/bin/env node
import { Command, InvalidArgumentError } from 'commander';
import { isPortageError } from '@portage/core';
import { createDevnet } from './createDevnet.js';
import { printDevnet } from './printDevnet.js';

interface Flags {
  readonly data: string;
  readonly blockTime: number;
  readonly port: number;
  readonly json: boolean;
}

const program = new Command('portage-devnet')
  .description('Runs local EVM chains with the contracts of Portage, tokens, funded accounts and fault controls until Ctrl-C.')
  .option('--data <dir>', 'where devnet.json goes', '.portage')
  .option('--block-time <seconds>', 'seconds between blocks', positive, 1)
  .option('--port <port>', 'wanted port of the first chain; the next chain takes the next port, the controls the one before', port, 8545)
  .option('--json', 'print devnet.json instead of text', false)
  .action(run);

async function run(flags: Flags): Promise<void> {
  // Heard from the first moment on: a Ctrl-C during the start must not leave a node behind.
  const stop = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
  const devnet = await createDevnet({ dataDir: flags.data, blockTimeSeconds: flags.blockTime, ports: [flags.port, flags.port + 1], controlPort: flags.port - 1 });
  process.stdout.write(flags.json ? `${JSON.stringify(devnet.description)}\n` : printDevnet(devnet));
  await stop;
  await devnet.close();
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 3600)) throw new InvalidArgumentError('Give a number of seconds above 0.');
  return value;
}

function port(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 2 || value > 65_534) throw new InvalidArgumentError('Give a port from 2 to 65534.');
  return value;
}

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(isPortageError(error) ? `${error.message}${error.hint === undefined ? '' : `\n${error.hint}`}\n` : `${String(error)}\n`);
  process.exitCode = 1;
}
