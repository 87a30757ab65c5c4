import { describeError, isPortageError, type Clock, type Log } from '@portage/core';
import { createChains, type Chain, type Chains } from '@portage/core/chain';
import {
  createOpeningChain,
  type ChainEnvironment,
  type SharedReadings,
} from '@portage/core/plugin';
import {
  openReleases,
  type ChainReleases,
  type ReleasesOptions,
} from './allocator/openReleases.js';
import { atPlace } from './configuration/atPlace.js';
import type { PreparedChain } from './prepareChains.js';

/** Milliseconds that the start waits for a chain; a slower one opens while the others work. */
const startMsMax = 30_000;
/** Milliseconds until a chain that could not be opened is tried again: they double each time. */
const retryMsMin = 1_000;
const retryMsMax = 15_000;

/** Surroundings that all chains share. */
export interface OpenChainsOptions {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
  /** Address that signs orders; a family names its own where it is left out. */
  readonly orderSigner?: string | undefined;
  /** Readings of a chain that workers share; absent in a process that reads for itself. */
  readonly shared?: ((chainId: number) => SharedReadings) | undefined;
  /** Whether a chain is halted now; absent in a process that never spends. */
  readonly isHalted?: ((chainId: number) => Promise<boolean>) | undefined;
  /**
   * Allocator of releases from depositories: its configuration, journal and signers; absent in a
   * process that never spends.
   */
  readonly releases?: Omit<ReleasesOptions, 'clock'> | undefined;
}

/** Surroundings of one chain. */
type OpenOptions = Omit<OpenChainsOptions, 'shared' | 'isHalted' | 'releases'> &
  Pick<ChainEnvironment, 'shared' | 'isHalted'> & { readonly releases: ChainReleases | undefined };

/**
 * Opens all chains at once. They stay fresh until the signal aborts. A chain that cannot be reached
 * is tried again for as long as it takes, and the others go on without it: until it is open, `all`
 * holds its facts in its place.
 *
 * @throws PortageError `INVALID_CONFIGURATION` where an endpoint that answers belies the settings
 */
export async function openChains(
  prepared: readonly PreparedChain[],
  options: OpenChainsOptions,
): Promise<Chains> {
  let current = createChains(
    await Promise.all(prepared.map((chain) => openOrWait(chain, options))),
  );
  for (const { opening } of current.all)
    void opening?.chain.then((opened) => {
      options.log('a chain is open', { chain: opened.slug });
      current = createChains(current.all.map((each) => (each.id === opened.id ? opened : each)));
    });
  return {
    get all() {
      return current.all;
    },
    byId: (id) => current.byId(id),
    bySlug: (slug) => current.bySlug(slug),
  };
}

/** The chain, or its facts where it does not open in time. */
async function openOrWait(prepared: PreparedChain, given: OpenChainsOptions): Promise<Chain> {
  const facts = withOrderSigner(
    await atItsPlace(prepared, () => prepared.opener.describe(prepared.keys)),
    given,
  );
  const releases =
    given.releases === undefined
      ? undefined
      : await openReleases(prepared, facts, { ...given.releases, clock: given.clock });
  const { id } = facts;
  const isHalted = given.isHalted && (() => given.isHalted?.(id) ?? Promise.resolve(false));
  const options = { ...given, shared: given.shared?.(id), isHalted, releases };
  const first = openAndWarn(prepared, options);
  const stopWaiting = new AbortController();
  const isLate = options.clock
    .sleep(startMsMax, AbortSignal.any([options.signal, stopWaiting.signal]))
    .then(() => undefined);
  try {
    const opened = await Promise.race([first, isLate]);
    if (opened !== undefined) return opened;
  } catch (error) {
    if (isPortageError(error, 'INVALID_CONFIGURATION')) throw error;
  } finally {
    stopWaiting.abort();
  }
  let reason = 'It is still being opened.';
  const onFailure = (error: unknown): void => {
    const news = describeError(error);
    if (options.signal.aborted || news === reason) return;
    reason = news;
    const isWrong = isPortageError(error, 'INVALID_CONFIGURATION');
    const context = { chain: facts.slug, error: reason, ...(isWrong ? { level: 'error' } : {}) };
    options.log('a chain is not open: the others go on without it', context);
  };
  return createOpeningChain(facts, {
    reason: () => reason,
    chain: openAtLast(first, { prepared, options, onFailure }),
  });
}

/** Tries again until the chain is open; pending for ever once the signal aborts. */
async function openAtLast(
  first: Promise<Chain>,
  {
    prepared,
    options,
    onFailure,
  }: {
    readonly prepared: PreparedChain;
    readonly options: OpenOptions;
    readonly onFailure: (error: unknown) => void;
  },
): Promise<Chain> {
  let attempt = first;
  for (let waitMs = retryMsMin; ; waitMs = Math.min(2 * waitMs, retryMsMax)) {
    try {
      return await attempt;
    } catch (error) {
      onFailure(error);
    }
    if (!(await options.clock.sleep(waitMs, options.signal))) return new Promise(() => undefined);
    attempt = openAndWarn(prepared, options);
  }
}

/** A setting that the chain itself belies is named with its path from the top. */
async function atItsPlace<Result>(
  { place }: PreparedChain,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw atPlace(place, error);
  }
}

async function openAndWarn(prepared: PreparedChain, options: OpenOptions): Promise<Chain> {
  const chain = await atItsPlace(prepared, () => openChain(prepared, options));
  for (const warning of chain.warnings ?? [])
    options.log(warning, { chain: chain.slug, level: 'warn' });
  return chain;
}

async function openChain(
  { opener, keys, swapSources }: PreparedChain,
  options: OpenOptions,
): Promise<Chain> {
  const sources = await Promise.all(swapSources.map((source) => source.open(options)));
  const { signal, clock, log, shared, isHalted, releases } = options;
  const allocator = releases?.allocator;
  const opened = await opener.open({
    signal,
    clock,
    log,
    keys,
    shared,
    isHalted,
    allocator,
    swapSources: sources,
  });
  const chain = withOrderSigner(releases?.limit(opened) ?? opened, options);
  const unused = sources.filter((source) => chain.swaps?.sources.includes(source) !== true);
  if (unused.length === 0) return chain;
  const left = `Its family takes no swap sources: ${unused.map(({ id }) => id).join(', ')} is not used.`;
  return { ...chain, warnings: [...(chain.warnings ?? []), left] };
}

/** Wallets compare orders with the signer that the list of chains names. */
function withOrderSigner<Listed extends Pick<Chain, 'info'>>(
  chain: Listed,
  { orderSigner }: Pick<OpenChainsOptions, 'orderSigner'>,
): Listed {
  const { protocol } = chain.info;
  if (orderSigner === undefined || protocol.v2.orderSigner === undefined) return chain;
  return {
    ...chain,
    info: { ...chain.info, protocol: { ...protocol, v2: { ...protocol.v2, orderSigner } } },
  };
}
