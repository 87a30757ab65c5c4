import { requestFault } from '@portage/core';
import type { Route } from './context.js';
import { unsupported } from './unsupported.js';

/** `POST /withdrawals/request`: without a signature it prepares, with one it executes. */
export const withdrawalRequest: Route<'withdrawalRequest'> =
  ({ withdrawals }) =>
  async (call, reply) => {
    if (withdrawals === undefined) throw unsupported('withdrawalRequest');
    const { nonce, signature, additionalData, ...terms } = call.read('body');
    void reply.header('cache-control', 'no-store');
    if (nonce === undefined && signature === undefined) {
      const prepared = await withdrawals.prepare(terms);
      return { ...prepared, additionalData: { ...prepared.additionalData } };
    }
    if (nonce === undefined) throw requestFault('nonce', 'is missing beside the signature');
    if (signature === undefined) throw requestFault('signature', 'is missing beside the nonce');
    const jobId = await withdrawals.execute({ ...terms, nonce, signature, additionalData });
    return { jobId, status: 'processing' };
  };
