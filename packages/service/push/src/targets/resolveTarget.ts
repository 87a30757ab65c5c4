import { isIP } from 'node:net';
import { isPublicAddress } from './isPublicAddress.js';
import type { HostAddress, LookUp } from './lookUp.js';
import { hostOf, type TargetRules } from './readTarget.js';

/** Rules, and where addresses are asked for. */
export interface ResolveOptions extends TargetRules {
  readonly lookUp: LookUp;
}

/**
 * Addresses of the host of a URL, all of them checked: one that is not public refuses the host.
 * Connect to these and look nothing up again, because a name may answer otherwise the next time.
 *
 * @throws Error for a host that has no address, or one that is not public
 */
export async function resolveTarget(
  url: URL,
  { isLocalAllowed, lookUp }: ResolveOptions,
): Promise<readonly HostAddress[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const found = family === 0 ? await lookUp(host) : [{ address: host, family }];
  if (found.length === 0) throw new Error('the host has no address');
  if (!isLocalAllowed && !found.every(({ address }) => isPublicAddress(address)))
    throw new Error('the host is not on the public internet');
  return found;
}
