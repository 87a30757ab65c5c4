import { createFinality, createRpc, openEndpoints } from '@portage/chain-kit';
import { PortageError, standardError } from '@portage/core';
import { describeChain, nativeFirst, type Chain, type ChainAsset } from '@portage/core/chain';
import type { ChainEnvironment } from '@portage/core/plugin';
import { depository, native, tallyCodec } from '../codec.js';
import { openKey } from '../openKey.js';
import { createObserve } from './createObserve.js';
import { createSpend } from './createSpend.js';
import { depositSteps } from './depositSteps.js';
import { followTally } from './followTally.js';
import { readAccount, readStatus } from './replies.js';
import type { TallySettings } from './settings.js';

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
  const { endpoints, quorum, warnings } = openEndpoints(settings, signal);
  const rpc = createRpc(endpoints, { busyCodes: [] });
  const [status] = await rpc.read([{ method: 'tally_status', params: [] }], signal);
  if (readStatus(status).chainId !== settings.id)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${settings.name}: its node serves another chain.`,
    });
  const { pollMs, startHeight = 0, id, slug } = settings;
  const memory = await followTally({ rpc, solver: solver.address, pollMs, clock, signal, log });
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
    warnings,
    secondsPerPayment: settings.secondsPerPayment,
    observe: createObserve({ rpc, quorum, startHeight, heads: memory.heads }),
    finality: createFinality(settings.finality),
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
    checkRecipient: (recipient) => {
      if (refused.includes(tallyCodec.normalizeAddress(recipient)))
        throw standardError('INVALID_RECIPIENT', { context: { recipient } });
    },
  };
}

function readAssets({ assets, name }: TallySettings): readonly [ChainAsset, ...ChainAsset[]] {
  const all = assets.map(({ logoURI, verified, ...asset }): ChainAsset => {
    const isNative = asset.address === native;
    return { ...asset, isNative, metadata: { logoURI, verified, isNative } };
  });
  return nativeFirst(all, name);
}
