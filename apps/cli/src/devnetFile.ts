import { readFile } from 'node:fs/promises';
import type { ChainPin } from '@portage/sdk';
import { usageError } from './usageError.js';

/** Part of `devnet.json` that the command line reads. */
export interface DevnetFile {
  readonly serviceUrl: string | undefined;
  /** Controls of the devnet, its faucet among them. */
  readonly controlUrl: string | undefined;
  /** Endpoint that wallets of each chain use, by chain id. */
  readonly endpoints: ReadonlyMap<number, string>;
  readonly chains: readonly DevnetFileChain[];
  /** Keys of its accounts, by the family of the chains that they are for. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  /** Contracts of its chains. */
  readonly pins: readonly ChainPin[];
}

/** Chain of a devnet. */
export interface DevnetFileChain {
  readonly id: number;
  readonly slug: string;
  readonly rpcUrl: string;
  /** Id of the exchange's own signatures; undefined on other chains. */
  readonly circuitId: number | undefined;
}

/**
 * Reads the description of a local devnet.
 *
 * @throws InvalidArgumentError when the file is not one
 */
export async function readDevnetFile(path: string): Promise<DevnetFile> {
  const content: unknown = await readFile(path, 'utf8')
    .then(
      (text): unknown => JSON.parse(text),
      () => undefined,
    )
    .catch(() => undefined);
  const chains = member(content, 'chains');
  const accounts = member(content, 'accounts');
  const serviceUrl = member(content, 'serviceUrl');
  const controlUrl = member(content, 'controlUrl');
  if (typeof chains !== 'object' || chains === null || !Array.isArray(accounts))
    throw usageError(`"${path}" is no devnet.json.`);
  return {
    serviceUrl: typeof serviceUrl === 'string' ? serviceUrl : undefined,
    controlUrl: typeof controlUrl === 'string' ? controlUrl : undefined,
    endpoints: new Map(Object.values(chains).map(endpointOf)),
    chains: Object.values(chains).map(readChain),
    keys: new Map([['evm', keysIn(accounts)], ...Object.values(chains).flatMap(ownKeysOf)]),
    pins: Object.values(chains).map(pinOf),
  };
}

function readChain(chain: unknown): DevnetFileChain {
  const circuitId = member(chain, 'circuitId');
  return {
    id: Number(member(chain, 'id')),
    slug: String(member(chain, 'slug')),
    rpcUrl: String(member(chain, 'rpcUrl')),
    circuitId: typeof circuitId === 'number' ? circuitId : undefined,
  };
}

/** Wallets of Bitcoin speak to Esplora, and all others to the chain's RPC. */
function endpointOf(chain: unknown): readonly [number, string] {
  const url = member(chain, 'esploraUrl') ?? member(chain, 'rpcUrl');
  return [Number(member(chain, 'id')), String(url)];
}

/** Keys of a chain that has accounts of its own, with its family. */
function ownKeysOf(chain: unknown): readonly (readonly [string, readonly string[]])[] {
  const accounts = member(chain, 'accounts');
  return Array.isArray(accounts) ? [[String(member(chain, 'vm')), keysIn(accounts)]] : [];
}

function keysIn(accounts: readonly unknown[]): readonly string[] {
  return accounts.map((account) => {
    const key = String(member(account, 'secretKey') ?? member(account, 'privateKey'));
    const index = member(account, 'accountIndex');
    // An account of the exchange has a key of its own and one of its owner.
    if (index === undefined) return key;
    const ownerKey = member(member(account, 'owner'), 'privateKey');
    return [index, member(account, 'apiKeyIndex'), key, ownerKey].map(String).join(':');
  });
}

/** The contracts that hold money, as the devnet deployed them. */
function pinOf(chain: unknown): ChainPin {
  const contracts = member(chain, 'contracts');
  const known = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const address = member(contracts, name);
        return typeof address === 'string' ? [[name, address]] : [];
      }),
    );
  return {
    id: Number(member(chain, 'id')),
    contracts: known(['approvalProxy', 'router']),
    protocol: { v2: known(['depository', 'filler', 'depositAddresses']) },
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}
