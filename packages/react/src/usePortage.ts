import type { Portage } from '@portage/sdk';
import { useContext } from 'react';
import { PortageContext } from './context.js';

/**
 * The Portage of the provider above: every action of the SDK.
 *
 * @throws Error outside a `PortageProvider`
 * @example
 * ```ts
 * const portage = usePortage();
 * const { requests } = await portage.getRequests({ user });
 * ```
 */
export function usePortage(): Portage {
  const portage = useContext(PortageContext);
  if (portage === undefined)
    throw new Error('usePortage needs a <PortageProvider portage={createPortage(…)}> above it.');
  return portage;
}
