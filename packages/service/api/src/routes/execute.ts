import { assert } from '@portage/core';
import { endpoints } from '@portage/core/schemas';
import type { Route } from './context.js';
import { refuseKind } from './refuseKind.js';
import { unsupported } from './unsupported.js';

const kinds = [...endpoints.execute.body.shape.executionKind.values];

/** `POST /execute`: a call of the payer's own account, which makes the deposit of a quote. */
export const execute: Route<'execute'> =
  ({ submissions }) =>
  async (call) => {
    const { caller } = call.request;
    assert(caller !== undefined, 'the endpoint needs a key');
    if (submissions === undefined) throw unsupported('execute');
    refuseKind(call.request.body, { member: 'executionKind', kinds });
    const members = call.read('body');
    const { apiKeyId } = caller;
    const accepted = await submissions.submitGasless({
      ...members,
      requestId: members.requestId,
      apiKeyId,
    });
    if (accepted === undefined) throw unsupported('execute');
    return { message: 'Transaction submitted', requestId: accepted.requestId };
  };
