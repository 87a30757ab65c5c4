import { PortageError } from '../errors/portageError.js';
import type { ChainCurrency, ChainInfo } from '../schemas/chains.js';
import type { ChainAsset } from './chainAsset.js';

/** Members of a chain's entry that are shown as an operator wrote them, or left out. */
type ShownAsWritten = Pick<
  ChainInfo,
  'explorerPaths' | 'explorerQueryParams' | 'logoUrl' | 'brandColor' | 'statusMessage'
>;

/** Settings of a chain that every family has. */
export interface ChainDescription extends Readonly<ShownAsWritten> {
  readonly id: number;
  readonly name: string;
  readonly displayName?: string | undefined;
  readonly explorerUrl: string;
  readonly explorerName: string;
  readonly iconUrl: string;
  /** The RPC endpoint that is public; the others may hold secrets. */
  readonly publicRpcUrl: string;
  /** The chain that it settles on, where it is a rollup. */
  readonly baseChainId?: number | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Members of a chain's description that its family adds. */
export interface ChainParticulars extends Pick<ChainInfo, 'contracts' | 'protocol'> {
  readonly vmType: string;
  readonly solver: string | undefined;
}

/**
 * The entry of a chain in `GET /chains`.
 *
 * @example
 * ```ts
 * const info = describeChain(settings, nativeFirst(assets, settings.name), {
 *   vmType: 'mychain',
 *   solver,
 *   contracts,
 *   protocol,
 * });
 * ```
 */
export function describeChain(
  chain: ChainDescription,
  assets: readonly [ChainAsset, ...ChainAsset[]],
  { vmType, solver, contracts, protocol }: ChainParticulars,
): ChainInfo {
  const [native, ...others] = assets;
  const tokens = others.map(currencyOf);
  return {
    id: chain.id,
    name: chain.name,
    displayName: chain.displayName ?? chain.name,
    httpRpcUrl: chain.publicRpcUrl,
    wsRpcUrl: '',
    explorerUrl: chain.explorerUrl,
    explorerName: chain.explorerName,
    depositEnabled: true,
    tokenSupport: 'Limited',
    disabled: false,
    partialDisableLimit: 0,
    blockProductionLagging: false,
    currency: currencyOf(native),
    withdrawalFee: 0,
    depositFee: 0,
    surgeEnabled: false,
    featuredTokens: tokens,
    erc20Currencies: tokens,
    solverCurrencies: assets.filter(({ supportsBridging }) => supportsBridging).map(currencyOf),
    iconUrl: chain.iconUrl,
    ...shownAsWritten(chain),
    contracts,
    vmType,
    baseChainId: chain.baseChainId ?? null,
    solverAddresses: solver === undefined ? [] : [solver],
    tags: [...(chain.tags ?? [])],
    protocol,
  };
}

/**
 * The currencies of a chain, the native one first.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when it is not first, or not only there
 * @example
 * ```ts
 * const [native, ...tokens] = nativeFirst(assets, 'My chain');
 * ```
 */
export function nativeFirst(
  assets: readonly ChainAsset[],
  name: string,
): readonly [ChainAsset, ...ChainAsset[]] {
  const [native, ...tokens] = assets;
  if (native?.isNative !== true || tokens.some((token) => token.isNative)) {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `The native currency must be the first asset of ${name}, and only the first.`,
    });
  }
  return [native, ...tokens];
}

function shownAsWritten(chain: ChainDescription): ShownAsWritten {
  const { explorerPaths, explorerQueryParams, logoUrl, brandColor, statusMessage } = chain;
  return {
    ...(explorerPaths === undefined ? {} : { explorerPaths }),
    ...(explorerQueryParams === undefined ? {} : { explorerQueryParams }),
    ...(logoUrl === undefined ? {} : { logoUrl }),
    ...(brandColor === undefined ? {} : { brandColor }),
    ...(statusMessage === undefined ? {} : { statusMessage }),
  };
}

function currencyOf({
  id,
  symbol,
  name,
  address,
  decimals,
  supportsBridging,
  supportsPermit,
  metadata,
}: ChainAsset): ChainCurrency {
  return {
    id,
    symbol,
    name,
    address,
    decimals,
    supportsBridging,
    ...(supportsPermit === undefined ? {} : { supportsPermit }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}
