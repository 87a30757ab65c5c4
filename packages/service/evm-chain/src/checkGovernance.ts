import { requestFault } from '@portage/core';
import { readResult, type Endpoint } from '@portage/chain-kit';
import { addressWord, serviceSelectors } from '@portage/evm/abi';
import type { EvmGovernanceConfig } from './chainConfig.js';

/** A depository, and who is to have power over it. */
export interface GovernanceCheck {
  readonly depository: string;
  readonly governance: EvmGovernanceConfig;
}

/**
 * Compares who has power over the depository with the configuration: what it names, and no more.
 *
 * @throws PortageError `INVALID_CONFIGURATION` or `RPC_HTTP_ERROR`
 */
export async function checkGovernance(
  { label, ask }: Endpoint,
  { depository, governance }: GovernanceCheck,
  signal: AbortSignal,
): Promise<void> {
  const roles = (['owner', 'guardian'] as const).flatMap((role) => {
    const expected = governance[role];
    return expected === undefined ? [] : [{ role, expected }];
  });
  if (roles.length === 0) return;
  const replies = await ask(
    roles.map(({ role }) => ({
      method: 'eth_call',
      params: [{ to: depository, data: serviceSelectors[role] }, 'latest'],
    })),
    signal,
  );
  for (const [index, { role, expected }] of roles.entries()) {
    const told = String(readResult(replies[index], `${role}()`)).toLowerCase();
    if (told === `0x${addressWord(expected.toLowerCase())}`) continue;
    throw requestFault(
      `governance.${role}`,
      `${label}: the ${role} of the depository is 0x${told.slice(26)}, not ${expected.toLowerCase()}.`,
      {
        code: 'INVALID_CONFIGURATION',
        hint: 'Find out who changed it; then correct the configuration or the contract.',
      },
    );
  }
}
