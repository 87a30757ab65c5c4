import { PortageError } from '@portage/core';
import type { Route } from './context.js';
import type { Submissions } from './submissions.js';
import { unsupported } from './unsupported.js';

type Outcome = Awaited<ReturnType<Submissions['submitPermit']>>;

const messages: Readonly<Record<Outcome, string>> = {
  accepted: 'The signature is kept, and the deposit is on its way.',
  incomplete: 'The signature is kept; the deposit waits for the other one.',
  known: 'The deposit of this request is on its way already.',
};

/** `POST /execute/permits`: a payer's signature instead of a deposit. */
export const executePermits: Route<'executePermits'> =
  ({ submissions }) =>
  async (call) => {
    const { requestId, kind } = call.read('body');
    const { signature } = call.read('query');
    if (kind === 'claim')
      throw new PortageError('UNSUPPORTED_EXECUTION_TYPE', {
        message: 'Claims are not paid by signature here.',
      });
    if (submissions === undefined) throw unsupported('executePermits', []);
    return { message: messages[await submissions.submitPermit({ requestId, kind, signature })] };
  };
