import { requestFault } from '@portage/core';
import { nearest } from '@portage/core/nearest';
import { findNetwork, networks, type Network } from '@portage/networks';

/**
 * The network of a name.
 *
 * @throws PortageError `INVALID_CONFIGURATION` with the nearest name
 */
export function networkNamed(name: unknown): Network {
  const network = typeof name === 'string' ? findNetwork(name) : undefined;
  if (network === undefined) {
    const slugs = networks.map(({ slug }) => slug);
    const meant = typeof name === 'string' ? nearest(name, slugs) : undefined;
    throw requestFault('network', `there is no network ${JSON.stringify(name)}`, {
      code: 'INVALID_CONFIGURATION',
      hint: `${meant === undefined ? '' : `Did you mean "${meant}"? `}There are: ${slugs.join(', ')}. A chain that is none of them has all of its settings written out.`,
    });
  }
  return network;
}
