import { PortageError, requestFault } from '@portage/core';
import type { Chain, Deposits } from '@portage/core/chain';
import {
  defineVm,
  type ChainEnvironment,
  type ChainFacts,
  type FamilyKeys,
  type Vm,
} from '@portage/core/plugin';
import { chainFacts } from '../configuration/chainFacts.js';
import { readChainSettings, type FamilySettings } from '../configuration/readChainSettings.js';
import { watchedAddress } from '../configuration/watchedAddress.js';
import { createRpc } from '../endpoint/createRpc.js';
import { connectChain } from '../open/connectChain.js';
import type { EndpointCheck } from '../endpoint/createCheckedEndpoint.js';
import { askNode } from './askNode.js';
import { createInstantObserve } from './createInstantObserve.js';
import { createInstantSpend } from './createInstantSpend.js';
import { followNode } from './followNode.js';
import type { InstantFamily, InstantSigner } from './instantFamily.js';

/**
 * Declares a family of chains whose blocks are never taken back, whose accounts number their
 * transactions, and whose nodes speak JSON-RPC. The family says what it asks its nodes and what its
 * transactions look like; endpoints with a quorum, settings, following, paying, replacing and
 * looking up are here.
 *
 * @example
 * ```ts
 * import { defineInstantVm, type InstantFamily } from '@portage/chain-kit/instant';
 * import { definePlugin } from '@portage/core/plugin';
 *
 * declare const mychain: InstantFamily;
 * export const plugin = definePlugin({ vms: [defineInstantVm(mychain)] });
 * ```
 */
export function defineInstantVm(family: InstantFamily): Vm {
  const { codec, finality = [{ confirmations: 1 }], pollMs = 1_000 } = family;
  return defineVm({
    name: codec.vm,
    codec,
    read: (input) => readChainSettings(input, { codec, finality, pollMs }),
    secretsOf: () => ['solver'],
    describe: (settings, keys) => describe(family, settings, openPayer(family, keys).address),
    open: (settings, environment) => open(family, settings, environment),
  });
}

/** The solver's account, and its signer unless it is only watched. */
interface Payer {
  readonly address: string;
  readonly signer?: InstantSigner;
}

function openPayer(family: InstantFamily, keys: FamilyKeys): Payer {
  const { codec } = family;
  const key = keys['solver'];
  if (key === undefined)
    throw requestFault(`keys.${codec.vm}.solver`, 'is missing', { code: 'INVALID_CONFIGURATION' });
  const watched = watchedAddress(key);
  if (watched !== undefined) return { address: codec.normalizeAddress(watched) };
  const signer = family.openSigner(key);
  return { address: signer.address, signer };
}

function describe(
  { codec, depository }: InstantFamily,
  settings: FamilySettings,
  solver: string,
): ChainFacts {
  return chainFacts(settings, { codec, depository, solver });
}

async function open(
  family: InstantFamily,
  settings: FamilySettings,
  { keys, signal, clock, log }: ChainEnvironment,
): Promise<Chain> {
  const { node } = family;
  const { id: chainId, pollMs, startHeight = 0 } = settings;
  const { address: solver, signer } = openPayer(family, keys);
  const { rpc, quorum, reports } = await connectChain(settings, {
    signal,
    clock,
    log,
    busyCodes: [],
    check: checkChainOf(family, chainId),
  });
  const memory = await followNode({ rpc, node, solver, pollMs, clock, signal, log });
  return {
    ...describe(family, settings, solver),
    ...reports,
    observe: createInstantObserve({
      rpc,
      node,
      quorum: quorum.needed,
      startHeight,
      heads: memory.heads,
    }),
    deposit: depositsOf(family, chainId),
    ...(signer === undefined
      ? {}
      : { spend: createInstantSpend({ family, chainId, rpc, signer, fee: () => memory.fee() }) }),
    balances: {
      read: async (account, currency, stop) =>
        (await askNode(rpc, node.account(account), stop)).balances[currency] ?? 0n,
      spendable: (currency) => memory.spendable(currency),
    },
    gas: { estimate: ({ type }) => (type === 'relay' ? undefined : memory.fee()) },
  };
}

/** Refuses a node that serves another chain; one that does not answer is asked again later. */
function checkChainOf({ node }: InstantFamily, chainId: number): EndpointCheck {
  return async (endpoint, signal) => {
    const rpc = createRpc([endpoint], { busyCodes: [] });
    const status = await askNode(rpc, node.status(), signal);
    if (status.chainId !== chainId)
      throw new PortageError('INVALID_CONFIGURATION', {
        message: `${endpoint.label}: it serves chain ${String(status.chainId)}.`,
      });
  };
}

/** Deposits of one item each, which need no approval. */
function depositsOf(family: InstantFamily, chainId: number): Deposits {
  return {
    depository: family.depository,
    steps: (input) => {
      const { requestId } = input;
      const check = {
        endpoint: `/intents/status/v3?requestId=${requestId}`,
        method: 'GET',
      } as const;
      return [
        {
          id: 'deposit',
          action: 'Confirm transaction in your wallet',
          description: 'Deposit funds',
          kind: 'transaction',
          requestId,
          items: [{ status: 'incomplete', data: family.depositItem(input, chainId), check }],
        },
      ];
    },
  };
}
