import { PortageError, requestFault } from '@portage/core';
import type { EndpointInput, EndpointResponse } from '@portage/core/schemas';
import type { StoredDepositAddress } from '@portage/settlement';
import { normalizeWithAnyCodec } from '../canonical/normalizeWithAnyCodec.js';
import type { Route, RouteContext } from './context.js';

/**
 * `GET /deposit-addresses/v1`: a deposit address, by itself, by its id, or by the request that it
 * was made for or paid.
 */
export const depositAddress: Route<'depositAddress'> = (context) => async (call) => {
  const query = call.read('query');
  return renderAddress(await findAddress(context, query));
};

/** Query of either version. */
type AddressQuery = EndpointInput<'modelDepositAddressV2', 'query'>;

/**
 * The address that a query names by exactly one of its members.
 *
 * @throws PortageError `INVALID_REQUEST`, `INVALID_ADDRESS`, `UNKNOWN_REQUEST`
 */
export async function findAddress(
  context: RouteContext,
  query: AddressQuery,
): Promise<StoredDepositAddress> {
  if (Object.values(query).filter((member) => member !== undefined).length !== 1) {
    const message = 'Name one of an address, an id and a requestId.';
    throw requestFault('address', message, { message });
  }
  const found = await find(context, query);
  if (found === undefined)
    throw new PortageError('UNKNOWN_REQUEST', { message: 'There is no such deposit address.' });
  return found;
}

async function find(
  { store, chains }: RouteContext,
  { address, depositAddressId, id = depositAddressId, requestId }: AddressQuery,
): Promise<StoredDepositAddress | undefined> {
  if (id !== undefined) return store.addresses.findById(id.toLowerCase());
  if (requestId !== undefined) return store.addresses.findOf(requestId.toLowerCase());
  if (address === undefined) return undefined;
  const [found] = await store.addresses.find(
    normalizeWithAnyCodec(chains, {
      path: 'address',
      code: 'INVALID_ADDRESS',
      read: (codec) => codec.normalizeAddress(address),
    }),
  );
  return found;
}

/** An address as the wire tells it. Pure. */
export function renderAddress({
  address,
  type,
  requestId,
  chainId,
  createdAt,
  currency,
  refundTo,
}: StoredDepositAddress): EndpointResponse<'depositAddress'> {
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
