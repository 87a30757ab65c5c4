import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { eventually } from '@portage/testing';
import { choosePort } from '@portage/devnet';

/** A real EVM node on a free port. */
export interface Anvil {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  /** Calls the node. */
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

/** Settings of a node. */
export interface AnvilOptions {
  readonly chainId: number;
  /** Seconds between blocks. */
  readonly blockTime: number;
  /** Whether the factory of `CREATE2` is missing, as on a new network. */
  readonly isBare?: boolean;
}

/** How often a port is chosen: another process may take it before the node does. */
const portsMax = 5;

/** Starts a node that makes a block each `blockTime` seconds, under the Prague rules. */
export async function startAnvil(
  options: AnvilOptions,
  choose: () => Promise<number> = () => choosePort(0),
): Promise<Anvil> {
  for (let times = 1; ; times += 1) {
    const anvil = await startOn(await choose(), options);
    if (anvil !== undefined) return anvil;
    if (times === portsMax) throw new Error('anvil did not start');
  }
}

/** Starts a node on a port; nothing where it ends before it answers, as on a port that is taken. */
async function startOn(
  port: number,
  { chainId, blockTime, isBare = false }: AnvilOptions,
): Promise<Anvil | undefined> {
  const args = [
    '--port',
    String(port),
    '--chain-id',
    String(chainId),
    '--hardfork',
    'prague',
    '--block-time',
    String(blockTime),
    '--silent',
    ...(isBare ? ['--disable-default-create2-deployer'] : []),
  ];
  const child = spawn(anvilPath(), args, { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const rpcUrl = `http://127.0.0.1:${port}`;
  const rpc = async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as {
      result?: unknown;
      error?: { message: string };
    };
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  // Another process may hold the port, and answer or not; then this node ends.
  const ended = exited.then(() => true);
  const answers = async (): Promise<boolean> => Number(await rpc('eth_chainId')) === chainId;
  const isUp = (): Promise<boolean> => Promise.race([ended, answers()]);
  await eventually(isUp, Boolean, { what: `anvil on port ${String(port)}` });
  if (child.exitCode !== null) return undefined;
  return {
    rpcUrl,
    wsUrl: `ws://127.0.0.1:${port}`,
    rpc,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** The binary itself: the package's launcher would add a process between. */
function anvilPath(): string {
  const launcher = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');
  const platform = createRequire(launcher).resolve(
    `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}/package.json`,
  );
  return join(dirname(platform), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
}
