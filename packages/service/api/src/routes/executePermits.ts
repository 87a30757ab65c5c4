import { endpoints } from '@portage/core/schemas';
import type { Route } from './context.js';
import { parseInput } from './parseInput.js';
import { sendJson } from './sendJson.js';
import type { Submissions } from './submissions.js';
import { unsupported } from './unsupported.js';

type Outcome = Awaited<ReturnType<Submissions['submitPermit']>>;

const answers: Readonly<Record<Outcome, string>> = {
  accepted: '{"message":"The signature is kept, and the deposit is on its way."}',
  incomplete: '{"message":"The signature is kept; the deposit waits for the other one."}',
  known: '{"message":"The deposit of this request is on its way already."}',
};

/** `POST /execute/permits`: a payer's signature instead of a deposit. */
export const executePermits: Route =
  ({ submissions }) =>
  async ({ body, query }, reply) => {
    const { requestId, kind } = parseInput(endpoints.executePermits.body, body);
    const { signature } = parseInput(endpoints.executePermits.query, query);
    if (submissions === undefined) throw unsupported('executePermits', []);
    return sendJson(reply, answers[await submissions.submitPermit({ requestId, kind, signature })]);
  };
