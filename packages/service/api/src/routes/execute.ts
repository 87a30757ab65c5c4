import { assert } from '@portage/core';
import { endpoints } from '@portage/core/schemas';
import type { Route } from './context.js';
import { parseInput } from './parseInput.js';
import { sendJson } from './sendJson.js';
import { unsupported } from './unsupported.js';

/** `POST /execute`: a call of the payer's own account, which makes the deposit of a quote. */
export const execute: Route =
  ({ submissions }) =>
  async ({ body, caller }, reply) => {
    assert(caller !== undefined, 'the endpoint needs a key');
    if (submissions === undefined) throw unsupported('execute', []);
    const members = parseInput(endpoints.execute.body, body);
    const { apiKeyId } = caller;
    const accepted = await submissions.submitGasless({
      ...members,
      requestId: members.requestId,
      apiKeyId,
    });
    if (accepted === undefined) throw unsupported('execute', []);
    const answer = { message: 'Transaction submitted', requestId: accepted.requestId };
    return sendJson(reply, JSON.stringify(answer));
  };
