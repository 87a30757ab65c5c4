import {
  createFinality,
  createRpc,
  openEndpoints,
  readResult,
  type Endpoint,
} from '@portage/chain-kit';
import { PortageError } from '@portage/core';
import { describeChain, nativeFirst, type Chain, type ChainAsset } from '@portage/core/chain';
import type { ChainEnvironment, FamilyKeys, ChainFacts } from '@portage/core/plugin';
import { depository, native, tallyCodec } from '../codec.js';
import { openKey } from '../openKey.js';
import { createObserve } from './createObserve.js';
import { createSpend } from './createSpend.js';
import { depositSteps } from './depositSteps.js';
import { followTally } from './followTally.js';
import { readAccount, readStatus } from './replies.js';
import type { TallySettings } from './settings.js';

/** Facts of a chain by its settings. @throws PortageError `INVALID_CONFIGURATION` */
export function describeTally(settings: TallySettings, keys: FamilyKeys): ChainFacts {
  const { id, slug } = settings;
  const solver = openKey(keys['solver'] ?? '');
  const assets = readAssets(settings);
  const refused = [depository, solver.address, ...assets.map(({ address }) => address)];
  return {
    ...{ id, slug, vm: 'tally', codec: tallyCodec, native: assets[0], assets },
    info: describeChain({ ...settings, name: slug, displayName: settings.name }, assets, {
      vmType: 'tally',
      solver: solver.address,
      contracts: { depository },
      protocol: { v2: { chainId: slug, depository } },
    }),
    extraData: '0x',
    secondsPerPayment: settings.secondsPerPayment,
    finality: createFinality(settings.finality, settings.exposureUsdMax),
    checkRecipient: (recipient) => {
      if (refused.includes(tallyCodec.normalizeAddress(recipient)))
        throw new PortageError('INVALID_RECIPIENT', { context: { recipient } });
    },
  };
}

/**
 * Opens a chain and follows it until the signal aborts.
 *
 * @throws PortageError `INVALID_CONFIGURATION` where a node serves another chain
 */
export async function openTally(
  settings: TallySettings,
  { keys, signal, clock, log }: ChainEnvironment,
): Promise<Chain> {
  const solver = openKey(keys['solver'] ?? '');
  const { endpoints, quorum, warnings, connection } = await openEndpoints(settings, {
    ...{ signal, clock, log },
    check: (endpoint, stop) => checkNode(endpoint, settings, stop),
  });
  const rpc = createRpc(endpoints, { busyCodes: [] });
  const { pollMs, startHeight = 0, id } = settings;
  const memory = await followTally({ rpc, solver: solver.address, pollMs, clock, signal, log });
  return {
    ...describeTally(settings, keys),
    ...{ warnings, connection },
    observe: createObserve({ rpc, quorum, startHeight, heads: memory.heads }),
    deposit: { depository, steps: (input) => depositSteps(id, input) },
    spend: createSpend({ chainId: id, rpc, solver, fee: () => memory.fee() }),
    balances: {
      read: async (account, currency, stop) => {
        const [found] = await rpc.read([{ method: 'tally_account', params: [account] }], stop);
        return readAccount(found).balances[currency] ?? 0n;
      },
      spendable: (currency) => memory.spendable(currency),
    },
    gas: { estimate: ({ type }) => (type === 'relay' ? undefined : memory.fee()) },
  };
}

/** Refuses a node that serves another chain; one that does not answer is asked again later. */
async function checkNode(
  { label, ask }: Endpoint,
  { id }: TallySettings,
  signal: AbortSignal,
): Promise<void> {
  const [reply] = await ask([{ method: 'tally_status', params: [] }], signal);
  if (readStatus(readResult(reply, 'tally_status')).chainId !== id)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${label}: it serves another chain.`,
    });
}

function readAssets({ assets, name }: TallySettings): readonly [ChainAsset, ...ChainAsset[]] {
  const all = assets.map(({ logoURI, verified, ...asset }): ChainAsset => {
    const isNative = asset.address === native;
    return { ...asset, isNative, metadata: { logoURI, verified, isNative } };
  });
  return nativeFirst(all, name);
}
