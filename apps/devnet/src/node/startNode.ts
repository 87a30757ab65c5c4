import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytesToHex, PortageError, systemClock } from '@portage/core';
import { choosePort } from './choosePort.js';
import { findAnvil } from './findAnvil.js';
import type { Guard } from './startGuard.js';
import type { ProcessRecord } from './processRecord.js';

/** Options of a node. */
export interface NodeOptions {
  readonly chainId: number;
  readonly port: number;
  readonly dataDir: string;
  readonly mnemonic: string;
  readonly accounts: number;
  /** Seconds between blocks; undefined for a node that mines on demand only. */
  readonly blockTimeSeconds: number | undefined;
  readonly gasLimit: bigint;
  readonly slotsInAnEpoch: number;
  /**
   * Accounts at the start, beside those of the mnemonic: members of `alloc` of the genesis, without
   * the braces.
   */
  readonly alloc: string;
  /** Time of the first block, seconds since 1970; by default now. */
  readonly time?: number;
  readonly record: ProcessRecord;
  readonly guard: Guard;
}

/** A running anvil. */
export interface RunningNode {
  readonly port: number;
  readonly pid: number;
  /** Account with one wei that this node alone has. */
  readonly marker: string;
  close(): Promise<void>;
}

/** Members of `alloc` for accounts with a balance only. */
export function allocOf(balances: Readonly<Record<string, bigint>>): string {
  return Object.entries(balances)
    .map(([address, balance]) => `"${address}":{"balance":"0x${balance.toString(16)}"}`)
    .join();
}

const attemptsMax = 5;
const readyMsMax = 15_000;

/**
 * Starts anvil on the wanted port, or on a free one when that is taken.
 *
 * @throws PortageError `SERVICE_UNAVAILABLE` when it does not start
 */
export async function startNode(options: NodeOptions): Promise<RunningNode> {
  let output = '';
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    // Between the choice of a port and its use another process can take it. Then the next attempt
    // chooses again.
    const port = await choosePort(attempt === 0 ? options.port : 0);
    const result = await startOnPort(options, port);
    if ('close' in result) return result;
    output = result.output;
  }
  throw new PortageError('SERVICE_UNAVAILABLE', {
    message: `anvil for chain ${options.chainId} did not start: ${output.trim().slice(-500)}`,
  });
}

async function startOnPort(
  options: NodeOptions,
  port: number,
): Promise<RunningNode | { readonly output: string }> {
  const marker = bytesToHex(randomBytes(20));
  // States of a devnet that was killed may be left.
  rmSync(statesOf(options), { recursive: true, force: true });
  const child = spawn(findAnvil(), nodeArguments(options, port, marker), {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    windowsHide: true,
  });
  let output = '';
  const keep = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-4096));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const { pid } = child;
  if (pid === undefined) {
    const cause = await new Promise<Error>((resolve) => child.once('error', resolve));
    throw new PortageError('SERVICE_UNAVAILABLE', {
      message: `anvil cannot be run: ${cause.message}`,
      cause,
    });
  }
  options.guard.add(pid);
  options.record.add(pid);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = exited.then(() => {
    options.guard.remove(pid);
  });
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await end;
    rmSync(statesOf(options), { recursive: true, force: true });
  };
  if (await isReady(child, port, marker)) return { port, pid, marker, close };
  await close();
  return { output };
}

/**
 * Folder for states of older blocks. By itself anvil would write them to the home of the user, a
 * megabyte for each block of a busy chain, and leave them there when it is killed.
 */
function statesOf({ dataDir, chainId }: Pick<NodeOptions, 'dataDir' | 'chainId'>): string {
  return join(dataDir, `states-${chainId}`);
}

function nodeArguments(options: NodeOptions, port: number, marker: string): readonly string[] {
  const genesis = join(options.dataDir, `genesis-${options.chainId}.json`);
  const head = {
    config: { chainId: options.chainId },
    nonce: '0x0',
    difficulty: '0x0',
    timestamp: `0x${(options.time ?? Math.floor(Date.now() / 1000)).toString(16)}`,
    gasLimit: `0x${options.gasLimit.toString(16)}`,
  };
  // The accounts are a megabyte of text that is right already.
  const alloc = `{${[options.alloc, allocOf({ [marker]: 1n })].filter(Boolean).join()}}`;
  writeFileSync(genesis, `${JSON.stringify(head).slice(0, -1)},"alloc":${alloc}}`);
  return [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--chain-id',
    String(options.chainId),
    '--hardfork',
    'prague',
    ...(options.blockTimeSeconds === undefined
      ? ['--no-mining']
      : ['--block-time', String(options.blockTimeSeconds)]),
    '--silent',
    '--slots-in-an-epoch',
    String(options.slotsInAnEpoch),
    '--gas-limit',
    String(options.gasLimit),
    '--init',
    genesis,
    '--cache-path',
    statesOf(options),
    '--mnemonic',
    options.mnemonic,
    '--accounts',
    String(options.accounts),
    '--balance',
    '10000',
  ];
}

/**
 * Waits until the node answers. The answer must show the marker in this node's own genesis. If
 * another process took the port, another anvil with the same chain id could answer.
 */
async function isReady(child: ChildProcess, port: number, marker: string): Promise<boolean> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_getBalance',
    params: [marker, 'latest'],
  });
  const deadline = Date.now() + readyMsMax;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: systemClock.timeout(2000),
    })
      .then((response) => response.text())
      .catch(() => '');
    if (answer.includes('"result":"0x1"')) return true;
    await sleep(15);
  }
  return false;
}
