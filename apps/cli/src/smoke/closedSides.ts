import type { ChainInfo } from '@portage/sdk';
import type { SmokeTransfer } from './planTransfers.js';

/**
 * Chains of a transfer that are closed now, and why: money that is paid there waits until an
 * operator has looked. Undefined where both are open. Pure.
 */
export function closedSides(
  chains: readonly ChainInfo[],
  { from, to }: Pick<SmokeTransfer, 'from' | 'to'>,
): string | undefined {
  const closed = chains.filter(
    ({ id, disabled }) => disabled && (id === from.chain.id || id === to.chain.id),
  );
  if (closed.length === 0) return undefined;
  return closed
    .map(
      ({ name, statusMessage }) => `${name} is closed: ${statusMessage ?? 'no reason is given.'}`,
    )
    .join(' ');
}
