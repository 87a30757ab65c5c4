import { PortageError } from '@portage/core';
import { addressKey } from '@portage/access';
import type { Route } from './context.js';

/**
 * `POST /transactions/deposit-address/reindex`: looks at a deposit address now, in every currency
 * of the chain, also on another chain. It credits nothing: what is swept is credited when the chain
 * shows it.
 */
export const depositAddressReindex: Route<'depositAddressReindex'> =
  ({ reindex }) =>
  async (call) => {
    const { triggered, checked, failed } = await reindex(
      addressKey(call.request.ip),
      call.read('body'),
    );
    if (failed === checked)
      throw new PortageError('SERVICE_UNAVAILABLE', {
        message: 'The chain could not be asked.',
        hint: 'Ask again in a few seconds.',
      });
    const message =
      triggered.length === 0
        ? 'Nothing that is worth its gas lies at this address.'
        : 'What lies at this address is on its way into the depository.';
    return {
      message,
      triggeredCurrencies: [...triggered],
      checkedCurrencies: checked,
      failedCurrencies: failed,
    };
  };
