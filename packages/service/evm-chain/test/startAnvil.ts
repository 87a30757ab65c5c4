import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { choosePort } from '@portage/devnet';

/** A real EVM node on a free port. */
export interface Anvil {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  /** Calls the node. */
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts a node that makes a block each `blockTime` seconds, under the Prague rules. */
export async function startAnvil({
  chainId,
  blockTime,
}: {
  readonly chainId: number;
  readonly blockTime: number;
}): Promise<Anvil> {
  const port = await choosePort(0);
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
  for (let attempt = 0; ; attempt += 1) {
    const up = await rpc('eth_chainId').then(
      () => true,
      () => false,
    );
    if (up) break;
    if (attempt === 200) throw new Error('anvil did not start');
    await delay(50);
  }
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
