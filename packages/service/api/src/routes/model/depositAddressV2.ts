import { PortageError } from '@portage/core';
import { findAddress, renderAddress } from '../depositAddress.js';
import type { Route } from '../context.js';

/** `GET /deposit-addresses/v2`: a deposit address with the money that came to it. */
export const modelDepositAddressV2: Route<'modelDepositAddressV2'> =
  (context) => async (call, reply) => {
    const found = await findAddress(context, call.read('query'));
    const { transfers, sweeps } = await context.store.addresses.money(found.orderId);
    void reply.header('cache-control', 'no-cache');
    const { disabledAt, chainId } = found;
    return {
      ...renderAddress(found),
      depositAddressId: found.orderId,
      disabledAt: disabledAt === undefined ? null : new Date(disabledAt).toISOString(),
      deposits: transfers.map(({ txId, currency, amount, height }) => ({
        txHash: txId,
        chainId,
        currency,
        amount: amount.toString(),
        block: height,
      })),
      sweeps: sweeps.map((sweep) => ({
        txHash: sweep.txId,
        chainId: sweep.chainId,
        currency: sweep.currency,
        amount: sweep.amount.toString(),
        block: sweep.height,
        requestId: sweep.requestId,
        isFinal: sweep.state === 'final',
        outcome: sweep.outcome ?? null,
      })),
    };
  };

/**
 * `POST /deposit-addresses/disable/v2`: for the owner of the key that asked for the address. For
 * every other caller there is none, so that its existence stays hidden.
 */
export const modelDepositAddressDisable: Route<'modelDepositAddressDisable'> =
  ({ access, store }) =>
  async (call) => {
    const depositAddressId = call.read('body').depositAddressId.toLowerCase();
    const { caller } = call.request;
    const key = (await store.addresses.findById(depositAddressId))?.apiKeyId;
    const visible =
      caller === undefined || key === undefined ? [] : await access.visible(caller, [key]);
    const disabledAt =
      visible.length === 0 ? undefined : await store.addresses.disable(depositAddressId);
    if (disabledAt === undefined)
      throw new PortageError('UNKNOWN_REQUEST', {
        message: 'No key of this owner asked for such a deposit address.',
      });
    return { depositAddressId, disabledAt: new Date(disabledAt).toISOString() };
  };
