import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runtimeCodes } from '@portage/contracts/verification';
import { waitMsMax } from '@portage/testing';
import type { Hex } from 'viem';
import { runCommand } from './commands.js';
import { faultsOf, readJson, service, type Outcome } from './deploySteps.js';
import { walletKey } from './otherKeys.js';
import type { Trial } from './trial.js';
import { withService } from './withService.js';

type Row = Readonly<Record<string, unknown>>;

/** Rows of a command that failed, as text. */
export function failures(rows: readonly Row[]): readonly string[] {
  return rows
    .filter(({ result }) => result === 'failed')
    .map(
      ({ check, subject, message }) => `${String(check)} ${String(subject)}: ${String(message)}`,
    );
}

/** A command such as `check` or `verify evm` finds nothing wrong; warnings are counted. */
export async function inspect(trial: Trial, command: string): Promise<Outcome> {
  const ended = await service(trial, [...command.split(' '), '--json']);
  const rows = ended.output === '' ? [] : readJson(ended);
  const warnings = rows.filter(({ result }) => result === 'warning');
  const named = [...new Set(warnings.map(({ check }) => String(check)))].join(', ');
  return {
    figures: `${String(rows.length)} rows, ${String(warnings.length)} warnings${named === '' ? '' : ` (${named})`}`,
    faults: rows.length === 0 ? faultsOf(command, ended) : failures(rows),
  };
}

/** The service starts; small money goes along each pair and back, and by each network's pools. */
export async function serveAndSmoke(trial: Trial): Promise<Outcome> {
  const { folder, keys } = trial;
  const secrets = {
    evm: keys.payer,
    svm: walletKey(keys.solana.payer),
    bvm: keys.bitcoin.payer.secret,
  };
  await writeFile(join(folder, 'keys.json'), JSON.stringify(secrets));
  return withService(trial, async ({ url, log }) => {
    const seconds = String(waitMsMax / 1_000);
    const smoke = `smoke --swaps --json --url ${url} --usd 2 --keys keys.json --timeout ${seconds}`;
    const ended = await runCommand('apps/cli', smoke.split(' '), trial, smokeMsMax(trial));
    const lines = ended.output.split('\n').filter((line) => line.startsWith('{'));
    // Each line of --json is an object.
    const rows = lines.map((line) => JSON.parse(line) as Row);
    const tried = rows.filter(({ event }) => event === 'smoke');
    const failed = tried.filter(({ status }) => status !== 'success');
    const isCut = !rows.some(({ event }) => event === 'smoke-end');
    return {
      figures: `${String(tried.length - failed.length)} of ${String(tried.length)} transfers`,
      rows: tried.map(
        ({ transfer, costUsd, seconds: took }) =>
          `${String(transfer).padEnd(28)}  ${String(costUsd).padStart(9)} USD  ${String(took).padStart(6)} s`,
      ),
      faults: [
        ...(isCut ? [...faultsOf('smoke', ended), log().slice(-2_000)] : []),
        ...failed.map((row) => JSON.stringify(row)),
        ...(failed.length > 0 ? [log().slice(-2_000)] : []),
      ],
    };
  });
}

/** Milliseconds of all transfers, along each pair and back, and by the pools of each network. */
export function smokeMsMax({ networks, others }: Trial): number {
  const count = networks.length + (others.solana ? 1 : 0) + (others.bitcoin ? 1 : 0);
  return count * count * waitMsMax;
}

/** `verify` finds one changed byte on one chain, and one wrong immutable on another. */
export async function damage(trial: Trial): Promise<Outcome> {
  const rows = readJson(await service(trial, ['verify', 'evm', '--json']));
  const address = rows.find(({ check }) => check === 'code Depository')?.['message'];
  const [first, second] = trial.networks;
  if (first === undefined || second === undefined || typeof address !== 'string')
    return { figures: '', faults: ['there are not two depositories to damage'] };
  const { start: place } = runtimeCodes['Depository']?.immutables.find(
    ({ name }) => name === 'RECLAIM_DELAY',
  )?.places[0] ?? { start: 0 };
  await turnByte(first, address, 0);
  await turnByte(second, address, place + 31);
  const found = failures(readJson(await service(trial, ['verify', 'evm', '--json'])));
  const wanted = [
    { start: `code Depository ${first.slug}:`, words: 'byte 0 of the code is' },
    { start: `code Depository ${second.slug}:`, words: 'the immutable RECLAIM_DELAY is' },
  ];
  const missing = wanted.filter(
    ({ start, words }) => !found.some((each) => each.startsWith(start) && each.includes(words)),
  );
  return {
    figures: `${String(found.length)} differences`,
    faults: [
      ...missing.map(({ start, words }) => `verify did not find: ${start} ${words}`),
      ...(found.length > wanted.length ? [`verify found more: ${found.join('; ')}`] : []),
    ],
  };
}

async function turnByte(
  network: Trial['networks'][number],
  address: string,
  at: number,
): Promise<void> {
  const code = String(await network.rpc('eth_getCode', [address, 'latest']));
  const bytes = Buffer.from(code.slice(2), 'hex');
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  const changed: Hex = `0x${bytes.toString('hex')}`;
  await network.rpc('anvil_setCode', [address, changed]);
}
