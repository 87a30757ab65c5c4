import { requestFault } from '@portage/core';
import type { ChainAsset } from '@portage/core/chain';
import { type Endpoint, readResult } from '@portage/chain-kit';
import {
  depositoryDomain,
  outflowLimitAddress,
  programDataAddress,
  readDepositoryConfig,
  readOutflowLimit,
  type DepositoryAddresses,
} from '@portage/solana/program';
import { checkMint, type ListedToken } from './checkMint.js';
import { accountsRequest, readAccounts, type AccountState } from './rpc/accounts.js';
import { checkProgram, type ProgramSettings, type Wrong } from './checkPrograms.js';

/** Facts that an endpoint must confirm before it is believed. */
export interface SelfCheck {
  readonly chainId: number;
  readonly genesisHash: string | undefined;
  readonly config: ProgramSettings;
  readonly addresses: DepositoryAddresses;
  /** Allocator whose signature the depository must accept; undefined where nothing is spent. */
  readonly allocator: string | undefined;
  readonly native: ChainAsset;
  readonly tokens: readonly (Pick<ChainAsset, 'id' | 'address'> & ListedToken)[];
}

/** Checks one endpoint. @throws PortageError `INVALID_CONFIGURATION` or `RPC_HTTP_ERROR` */
export async function selfCheck(
  endpoint: Endpoint,
  check: SelfCheck,
  signal: AbortSignal,
): Promise<void> {
  const wrong: Wrong = (path, message, hint) =>
    requestFault(path, `${endpoint.label}: ${message}`, { code: 'INVALID_CONFIGURATION', hint });
  const { addresses, tokens, config: settings } = check;
  const { programs: ours } = settings;
  const currencies = [check.native, ...tokens];
  const [genesis, reply] = await endpoint.ask(
    [
      { method: 'getGenesisHash', params: [] },
      accountsRequest([
        ours.depository,
        ours.filler,
        programDataAddress(ours.depository),
        programDataAddress(ours.filler),
        addresses.config,
        ...currencies.map(({ address }) =>
          outflowLimitAddress({ depository: ours.depository, token: address }),
        ),
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
  const [depository, filler, depositoryData, fillerData, config, ...others] = readAccounts(
    readResult(reply, 'getMultipleAccounts'),
  );
  for (const [name, account, data] of [
    ['depository', depository, depositoryData],
    ['filler', filler, fillerData],
  ] as const) {
    if (account?.executable !== true)
      throw wrong(
        `programs.${name}`,
        `there is no program at ${ours[name]}.`,
        'Check the addresses of the programs.',
      );
    checkProgram(name, { account, data }, settings, wrong);
  }
  checkDepository(config, check, wrong);
  checkLimits({ config, limits: others.slice(0, currencies.length) }, check, wrong);
  const mints = others.slice(currencies.length);
  tokens.forEach((token, index) => {
    const place = `assets.${String(index + 1)}`;
    checkMint(mints[index], token, (path, message, hint) =>
      wrong(`${place}.${path}`, message, hint),
    );
  });
}

/** The account that opened it first would decide who is obeyed: all that it says is compared. */
function checkDepository(account: AccountState | undefined, check: SelfCheck, wrong: Wrong): void {
  const config =
    account?.owner === check.config.programs.depository
      ? readDepositoryConfig(account.data)
      : undefined;
  if (config === undefined)
    throw wrong(
      'programs.depository',
      'the depository is not initialized.',
      'Initialize the depository with its upgrade authority.',
    );
  const domain = depositoryDomain({
    depository: check.config.programs.depository,
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
  for (const role of ['owner', 'guardian'] as const) {
    const expected = check.config.governance[role];
    if (expected !== undefined && config[role] !== expected)
      throw wrong(
        `governance.${role}`,
        `the ${role} of the depository is ${config[role]}, not ${expected}.`,
        'Find out who changed it; then correct the configuration or the depository.',
      );
  }
}

/** The depository's own account, and the limits of the currencies in the order of their list. */
interface LimitAccounts {
  readonly config: AccountState | undefined;
  readonly limits: readonly (AccountState | undefined)[];
}

/** A limit that is not open yet will have the terms of the default. */
function checkLimits({ config, limits }: LimitAccounts, check: SelfCheck, wrong: Wrong): void {
  const terms = config === undefined ? undefined : readDepositoryConfig(config.data);
  const currencies = [check.native, ...check.tokens];
  for (const [id, expected] of Object.entries(check.config.governance.limits ?? {})) {
    const path = `governance.limits.${id}`;
    const index = currencies.findIndex((currency) => currency.id === id);
    if (index === -1)
      throw wrong(path, 'no currency of the chain has this id.', 'Name currencies by their ids.');
    const account = limits[index];
    const own = account === undefined ? undefined : readOutflowLimit(account.data);
    const capacity = own?.capacity ?? terms?.defaultCapacity;
    const window = own?.window ?? terms?.defaultWindow;
    if (capacity !== BigInt(expected.capacity) || window !== BigInt(expected.window))
      throw wrong(
        path,
        `the depository lets out ${String(capacity)} within ${String(window)} seconds, not ${expected.capacity} within ${String(expected.window)}.`,
        'Find out who changed it; then correct the configuration or the limit.',
      );
  }
}
