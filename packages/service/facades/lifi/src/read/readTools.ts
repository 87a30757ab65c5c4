import { requestFault } from '@portage/core';
import { tool } from './tool.js';

/** Names of tools that a request allows and denies. */
export interface ToolChoice {
  readonly allowBridges: readonly string[];
  readonly denyBridges: readonly string[];
  readonly allowExchanges: readonly string[];
  readonly denyExchanges: readonly string[];
}

/** Swap sources of `POST /quote/v2` that a choice names. */
export interface ChosenSources {
  readonly includedSwapSources?: readonly string[];
  readonly excludedSwapSources?: readonly string[];
}

/** LI.FI's words for a list that leaves nothing out. */
const everything: readonly string[] = ['all', 'default'];

/** Whether the one bridge that there is here may be used. */
export function isBridgeAllowed({ allowBridges, denyBridges }: ToolChoice): boolean {
  const isAllowed =
    allowBridges.length === 0 || allowBridges.some((name) => [...everything, tool].includes(name));
  return isAllowed && !denyBridges.some((name) => ['all', tool].includes(name));
}

/**
 * Exchanges of LI.FI's requests as swap sources of ours.
 *
 * @throws PortageError `UNSUPPORTED_FEATURE` for a request that allows no exchange at all
 */
export function chooseSources({ allowExchanges, denyExchanges }: ToolChoice): ChosenSources {
  if (allowExchanges.includes('none') || denyExchanges.includes('all'))
    throw requestFault('allowExchanges', 'allows none', {
      code: 'UNSUPPORTED_FEATURE',
      message: 'A request that allows no exchange has no meaning here: name those to leave out.',
    });
  const allowed = allowExchanges.filter((name) => !everything.includes(name));
  const denied = denyExchanges.filter((name) => name !== 'none');
  return {
    ...(allowed.length === 0 ? {} : { includedSwapSources: allowed }),
    ...(denied.length === 0 ? {} : { excludedSwapSources: denied }),
  };
}
