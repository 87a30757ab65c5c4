import { requestFault, type PortageError } from '@portage/core';
import type { ChainAsset } from '@portage/core/chain';
import { checkEndpoints, type Endpoint, readResult } from '@portage/chain-kit';
import {
  depositoryDomain,
  programs,
  readDepositoryConfig,
  type DepositoryAddresses,
} from '@portage/solana/program';
import { accountsRequest, readAccounts, type AccountState } from './rpc/accounts.js';
import type { Programs } from './observe/readInvocation.js';

/** Facts that every endpoint of a chain must confirm before the chain is used. */
export interface SelfCheck {
  readonly endpoints: readonly Endpoint[];
  /** Endpoints that must pass; the others may be out of reach. */
  readonly needed: number;
  readonly chainId: number;
  readonly genesisHash: string | undefined;
  readonly programs: Programs;
  readonly addresses: DepositoryAddresses;
  /** Allocator whose signature the depository must accept; undefined where nothing is spent. */
  readonly allocator: string | undefined;
  readonly tokens: readonly ChainAsset[];
}

/**
 * Checks every endpoint, each for itself.
 *
 * @returns a sentence about each endpoint that told nothing
 * @throws PortageError `INVALID_CONFIGURATION` or `RPC_HTTP_ERROR`
 */
export async function selfCheck(check: SelfCheck, signal: AbortSignal): Promise<readonly string[]> {
  return checkEndpoints({
    endpoints: check.endpoints,
    needed: check.needed,
    check: (endpoint) => checkEndpoint(endpoint, check, signal),
  });
}

/** Error about one member of the chain's settings. */
type Wrong = (path: string, message: string, hint: string) => PortageError;

async function checkEndpoint(
  endpoint: Endpoint,
  check: SelfCheck,
  signal: AbortSignal,
): Promise<void> {
  const wrong: Wrong = (path, message, hint) =>
    requestFault(path, `${endpoint.label}: ${message}`, { code: 'INVALID_CONFIGURATION', hint });
  const { addresses, tokens } = check;
  const [genesis, reply] = await endpoint.ask(
    [
      { method: 'getGenesisHash', params: [] },
      accountsRequest([
        check.programs.depository,
        check.programs.filler,
        addresses.config,
        ...tokens.map(({ address }) => address),
      ]),
    ],
    signal,
  );
  const hash = readResult(genesis, 'getGenesisHash');
  if (check.genesisHash !== undefined && hash !== check.genesisHash)
    throw wrong(
      'genesisHash',
      `it serves the cluster ${String(hash)}, not ${check.genesisHash}.`,
      'Check the endpoints of the chain.',
    );
  const [depository, filler, config, ...mints] = readAccounts(
    readResult(reply, 'getMultipleAccounts'),
  );
  for (const [name, account] of [
    ['depository', depository],
    ['filler', filler],
  ] as const)
    if (account?.executable !== true)
      throw wrong(
        `programs.${name}`,
        `there is no program at ${check.programs[name]}.`,
        'Check the addresses of the programs.',
      );
  checkDepository(config, check, wrong);
  tokens.forEach(({ symbol, decimals }, index) => {
    const place = `assets.${String(index + 1)}`;
    checkMint(mints[index], { symbol, decimals }, (path, message, hint) =>
      wrong(`${place}.${path}`, message, hint),
    );
  });
}

/** Whoever opened it first would decide who is obeyed: all that it says is compared. */
function checkDepository(account: AccountState | undefined, check: SelfCheck, wrong: Wrong): void {
  const config =
    account?.owner === check.programs.depository ? readDepositoryConfig(account.data) : undefined;
  if (config === undefined)
    throw wrong(
      'programs.depository',
      'the depository is not initialized.',
      'Initialize the depository with its upgrade authority.',
    );
  const domain = depositoryDomain({
    depository: check.programs.depository,
    chainId: check.chainId,
  });
  if (config.chainId !== BigInt(check.chainId) || config.domain !== domain)
    throw wrong(
      'id',
      `the depository belongs to chain ${String(config.chainId)}, not ${String(check.chainId)}.`,
      'Check the id of the chain.',
    );
  if (config.vault !== check.addresses.vault)
    throw wrong(
      'programs.depository',
      'the depository has another vault.',
      'Check the addresses of the programs.',
    );
  if (check.allocator !== undefined && config.allocator !== check.allocator) {
    throw wrong(
      'programs.depository',
      `the depository obeys ${config.allocator}, but the allocator key is that of ${check.allocator}.`,
      'Use the allocator key that the depository was initialized with.',
    );
  }
}

/**
 * Extensions of the newer token program may keep a part of a payment or hold it back, so its mints
 * are not listed.
 */
function checkMint(
  account: AccountState | undefined,
  { symbol, decimals }: Pick<ChainAsset, 'symbol' | 'decimals'>,
  wrong: Wrong,
): void {
  if (account?.owner !== programs.token || account.data.length !== 82)
    throw wrong(
      'address',
      `${symbol} is no mint of the token program.`,
      'Check the address of the token.',
    );
  if (account.data[44] !== decimals)
    throw wrong(
      'decimals',
      `${symbol} has ${String(account.data[44])} decimals, not ${String(decimals)}.`,
      'Check the decimals of the token.',
    );
}
