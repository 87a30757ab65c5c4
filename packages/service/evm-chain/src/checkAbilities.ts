import type { Rpc } from '@portage/chain-kit';
import { serviceSelectors } from '@portage/evm/abi';
import { evmCodec } from '@portage/evm/codec';
import type { ParsedChainConfig } from './chainConfig.js';
import { checkDomains } from './deposit/checkDomains.js';
import type { Keccak } from '@portage/evm/abi';
import { permitsOf } from './readConfig.js';
import { logsRequest } from './spend/simulatedLogs.js';
import { overridesRequest, takesOverrides } from './spend/upcomingBlocks.js';

/** Milliseconds that an endpoint has to show that it is able to simulate. */
const deadlineMs = 5_000;

const noSimulations =
  'Deposits without gas (originGasOverhead) are not offered: no endpoint knows eth_simulateV1.';

const noOverrides =
  'Payments are tried in the newest block alone: the endpoint tries no call in a block that is named (block overrides of eth_call), so calls that look at the number of their block can burn gas.';

/** Features that the endpoints and tokens of a chain support. */
export interface Abilities {
  /** Configuration without the permits that a token would refuse. */
  readonly config: ParsedChainConfig;
  /** Whether the endpoints answer `eth_simulateV1`. */
  readonly takesSimulations: boolean;
  /** Whether the endpoints try a call in the block that is named. */
  readonly takesOverrides: boolean;
  /** One sentence for each configured feature that is not offered. */
  readonly warnings: readonly string[];
}

/** Endpoints and hash that abilities are checked with. */
export interface AbilitiesContext {
  readonly rpc: Rpc;
  readonly keccak: Keccak;
}

/**
 * Checks which of the configured features the chain supports. @throws PortageError `RPC_HTTP_ERROR`
 */
export async function checkAbilities(
  configured: ParsedChainConfig,
  context: AbilitiesContext,
  signal: AbortSignal,
): Promise<Abilities> {
  const { config, warnings } = await checkPermits(configured, context, signal);
  const [takesSimulations, takesNumbers] = await Promise.all([
    canSimulate(context.rpc, config.contracts.depository, signal),
    canOverride(context.rpc, signal),
  ]);
  return {
    config,
    takesSimulations,
    takesOverrides: takesNumbers,
    warnings: [
      ...warnings,
      ...(takesSimulations ? [] : [noSimulations]),
      ...(takesNumbers ? [] : [noOverrides]),
    ],
  };
}

/**
 * A gasless deposit is sent only when a simulation has shown the deposit that it makes: one
 * endpoint that is able to is enough.
 */
async function canSimulate(rpc: Rpc, depository: string, signal: AbortSignal): Promise<boolean> {
  const requests = [logsRequest({ to: depository, data: serviceSelectors.allocator })];
  const [found] = await rpc.askInTurn(requests, { counts: ({ ok }) => ok, deadlineMs }, signal);
  if (found !== undefined) return true;
  // None is able to, or none answered: the latter is no property of the chain.
  const [reply] = await rpc.ask(requests, signal);
  return reply?.ok === true;
}

/** Payments are tried in the blocks that they may land in where endpoints can name those. */
async function canOverride(rpc: Rpc, signal: AbortSignal): Promise<boolean> {
  const [reply] = await rpc.ask([overridesRequest], signal);
  return takesOverrides(reply);
}

/** Removes permits whose domain differs on the chain, with a sentence about each. */
async function checkPermits(
  config: ParsedChainConfig,
  { rpc, keccak }: AbilitiesContext,
  signal: AbortSignal,
): Promise<Pick<Abilities, 'config' | 'warnings'>> {
  const { approvalProxy } = config.contracts;
  const configured = permitsOf(config);
  if (approvalProxy === undefined || configured.size === 0) return { config, warnings: [] };
  const { tokens, warnings } = await checkDomains(
    { chainId: config.id, approvalProxy, tokens: configured, rpc, keccak },
    signal,
  );
  const assets = config.assets.map((asset) =>
    asset.permit === undefined || tokens.has(evmCodec.normalizeAddress(asset.address))
      ? asset
      : { ...asset, permit: undefined, supportsPermit: false },
  );
  return { config: { ...config, assets }, warnings };
}
