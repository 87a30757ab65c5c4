import { PortageError } from '@portage/core';
import { endpoints } from '@portage/core/schemas';
import type { Route } from './context.js';
import { refuseKind } from './refuseKind.js';
import type { Submissions } from './submissions.js';
import { unsupported } from './unsupported.js';

type Outcome = Awaited<ReturnType<Submissions['submitPermit']>>;

const messages: Readonly<Record<Outcome, string>> = {
  accepted: 'The signature is kept, and the deposit is on its way.',
  incomplete: 'The signature is kept; the deposit waits for the other one.',
  known: 'The deposit of this request is on its way already.',
};

const claimMessages = {
  opened: 'The signature is kept, and the claim is being paid.',
  known: 'The signature was kept before; the claim is being paid.',
} as const;

const kinds = endpoints.executePermits.body.shape.kind.options;

/**
 * `POST /execute/permits`: a payer's signature instead of a deposit, or that of a wallet's owner
 * who claims its app fees.
 */
export const executePermits: Route<'executePermits'> =
  ({ submissions, claims }) =>
  async (call) => {
    refuseKind(call.request.body, { member: 'kind', kinds });
    const { requestId, kind } = call.read('body');
    const { signature } = call.read('query');
    if (kind === 'claim') {
      if (claims === undefined)
        throw new PortageError('UNSUPPORTED_EXECUTION_TYPE', {
          message: 'Claims are not paid by signature here.',
        });
      const claimId = requestId.toLowerCase();
      return { message: claimMessages[await claims.execute({ claimId, signature })] };
    }
    if (submissions === undefined) throw unsupported('executePermits');
    return { message: messages[await submissions.submitPermit({ requestId, kind, signature })] };
  };
