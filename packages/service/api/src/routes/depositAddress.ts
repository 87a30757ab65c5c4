import { PortageError, requestFault } from '@portage/core';
import { endpoints } from '@portage/core/schemas';
import type { StoredDepositAddress } from '@portage/settlement';
import { normalizeWithAnyCodec } from '../canonical/normalizeWithAnyCodec.js';
import type { Route } from './context.js';
import { parseInput } from './parseInput.js';
import { sendJson } from './sendJson.js';

/**
 * `GET /deposit-addresses/v1`: a deposit address, by itself or by the request that it was made for
 * or paid.
 */
export const depositAddress: Route =
  ({ store, chains }) =>
  async (request, reply) => {
    const { address, requestId } = parseInput(endpoints.depositAddress.query, request.query);
    if ((address === undefined) === (requestId === undefined)) {
      const message = 'Name either an address or a requestId.';
      throw requestFault('address', message, { message });
    }
    const [found] =
      address === undefined
        ? [
            requestId === undefined
              ? undefined
              : await store.addresses.findOf(requestId.toLowerCase()),
          ]
        : await store.addresses.find(
            normalizeWithAnyCodec(chains, {
              path: 'address',
              code: 'INVALID_ADDRESS',
              read: (codec) => codec.normalizeAddress(address),
            }),
          );
    if (found === undefined)
      throw new PortageError('UNKNOWN_REQUEST', { message: 'There is no such deposit address.' });
    return sendJson(reply, JSON.stringify(render(found)));
  };

function render({
  address,
  type,
  requestId,
  chainId,
  createdAt,
  currency,
  refundTo,
}: StoredDepositAddress): object {
  return {
    depositAddress: address,
    type,
    requestId,
    chainId,
    createdAt: new Date(createdAt).toISOString(),
    currency,
    refundTo,
  };
}
