import { PortageError } from '@portage/core';
import type { ChainAsset } from '@portage/core/chain';
import type { Endpoint } from '@portage/chain-kit';
import { selectors } from '@portage/evm/abi';

const word = /^0x[0-9a-fA-F]{64}$/;

/**
 * Compares the decimals of tokens with those that the tokens tell; one that tells none is believed
 * to have what was configured.
 *
 * @throws PortageError `INVALID_CONFIGURATION`: every amount of such a token would be wrong by
 *   powers of ten
 */
export async function checkDecimals(
  endpoint: Endpoint,
  tokens: readonly ChainAsset[],
  signal: AbortSignal,
): Promise<void> {
  if (tokens.length === 0) return;
  const replies = await endpoint.ask(
    tokens.map(({ address }) => ({
      method: 'eth_call',
      params: [{ to: address, data: selectors.decimals }, 'latest'],
    })),
    signal,
  );
  tokens.forEach(({ id, address, decimals }, index) => {
    const reply = replies[index];
    if (reply?.ok !== true || typeof reply.result !== 'string' || !word.test(reply.result)) return;
    const told = BigInt(reply.result);
    if (told === BigInt(decimals)) return;
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${endpoint.label}: the token ${id} at ${address} has ${String(told)} decimals, not ${String(decimals)}.`,
      hint: 'Mend its decimals, or its address.',
    });
  });
}
