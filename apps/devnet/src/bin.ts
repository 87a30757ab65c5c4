#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { isPortageError } from '@portage/core';
import { createDevnet, devnetChains, type ChainOption } from './createDevnet.js';
import { printDevnet } from './printDevnet.js';

interface Flags {
  readonly data: string;
  readonly blockTime: number;
  readonly port: number;
  readonly chains: readonly ChainOption[];
  readonly json: boolean;
}

const ownPorts = { svm: 8899, bvm: 18443, lvm: 8600 } as const;

// Our own manifest; its version is text.
const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };

const program = new Command('portage-devnet')
  .version(version, '-V, --version', 'print the version')
  .description(
    'Runs local chains with the contracts of Portage, tokens, funded accounts and fault controls until Ctrl-C.',
  )
  .option('--data <dir>', 'where devnet.json goes', '.portage')
  .addOption(
    new Option(
      '--chains <slugs>',
      `which chains to run, of ${devnetChains.map(({ slug }) => slug).join(', ')}`,
    )
      .default(devnetChains, 'all of them')
      .argParser(chainsOf),
  )
  .option('--block-time <seconds>', 'seconds between blocks of EVM chains', positive, 1)
  .option(
    '--port <port>',
    'wanted port of the first EVM chain; the next one takes the next port, the controls the one before',
    port,
    8545,
  )
  .option('--json', 'print devnet.json instead of text', false)
  .action(run);

async function run(flags: Flags): Promise<void> {
  // Listens from the first moment, so that a Ctrl-C during the start leaves no node behind.
  const stop = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve());
  });
  const devnet = await createDevnet({
    dataDir: flags.data,
    blockTimeSeconds: flags.blockTime,
    chains: flags.chains,
    ports: portsOf(flags),
    controlPort: flags.port - 1,
  });
  process.stdout.write(
    flags.json ? `${JSON.stringify(devnet.description)}\n` : printDevnet(devnet),
  );
  await stop;
  await devnet.close();
}

/** Ports of the chains: EVM chains have neighbouring ones, the others their customary ones. */
function portsOf({ chains, port: first }: Flags): readonly number[] {
  return chains.map(({ vm }, index) =>
    vm !== undefined && vm !== 'evm'
      ? ownPorts[vm]
      : first + chains.slice(0, index).filter((chain) => (chain.vm ?? 'evm') === 'evm').length,
  );
}

function chainsOf(text: string): readonly ChainOption[] {
  const slugs = text.split(',').map((slug) => slug.trim());
  const unknown = slugs.find((slug) => !devnetChains.some((chain) => chain.slug === slug));
  if (unknown !== undefined) throw new InvalidArgumentError(`There is no chain "${unknown}".`);
  return devnetChains.filter(({ slug }) => slugs.includes(slug));
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 3600))
    throw new InvalidArgumentError('Give a number of seconds above 0.');
  return value;
}

function port(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 2 || value > 65_534)
    throw new InvalidArgumentError('Give a port from 2 to 65534.');
  return value;
}

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(
    isPortageError(error)
      ? `${error.message}${error.hint === undefined ? '' : `\n${error.hint}`}\n`
      : `${String(error)}\n`,
  );
  process.exitCode = 1;
}
