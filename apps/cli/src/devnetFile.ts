import { readFile } from 'node:fs/promises';
import { usageError } from './usageError.js';

/** Part of `devnet.json` that the command line reads. */
export interface DevnetFile {
  readonly serviceUrl: string | undefined;
  /** RPC endpoint of each chain, by chain id. */
  readonly rpcUrls: ReadonlyMap<number, string>;
  readonly privateKeys: readonly string[];
}

/**
 * Reads the description of a local devnet.
 *
 * @throws InvalidArgumentError when the file is not one
 */
export async function readDevnetFile(path: string): Promise<DevnetFile> {
  const content: unknown = await readFile(path, 'utf8')
    .then(
      (text) => JSON.parse(text) as unknown,
      () => undefined,
    )
    .catch(() => undefined);
  const chains = member(content, 'chains');
  const accounts = member(content, 'accounts');
  const serviceUrl = member(content, 'serviceUrl');
  if (typeof chains !== 'object' || chains === null || !Array.isArray(accounts))
    throw usageError(`"${path}" is no devnet.json.`);
  const rpcUrls = Object.values(chains).map((chain: unknown): [number, string] => [
    Number(member(chain, 'id')),
    String(member(chain, 'rpcUrl')),
  ]);
  return {
    serviceUrl: typeof serviceUrl === 'string' ? serviceUrl : undefined,
    rpcUrls: new Map(rpcUrls),
    privateKeys: accounts.map((account: unknown) => String(member(account, 'privateKey'))),
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}
