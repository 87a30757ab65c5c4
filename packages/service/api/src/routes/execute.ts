import { assert, PortageError, requestFault } from '@portage/core';
import type { RelayIntent, Chain, GaslessTerms } from '@portage/core/chain';
import { endpoints, type EndpointBody } from '@portage/core/schemas';
import {
  beginRequests,
  relayJob,
  changeRequests,
  countFailedCalls,
  readStoredOrders,
  type StoredRequest,
} from '@portage/settlement';
import { unknownRequest } from '../status/unknownRequest.js';
import type { Route, RouteContext } from './context.js';
import { parseInput } from './parseInput.js';
import { sendJson } from './sendJson.js';
import { unsupported } from './unsupported.js';

/** Leg of the call of the payer's account. */
const gaslessLeg = 'gasless';

const chainMsMax = 5_000;

/** Hex digits and `0x`; approvals and plans take a few kilobytes. */
const dataLengthMax = 32_770;

function refuse(path: string, message: string, hint: string): PortageError {
  return requestFault(path, message, { message: `${path}: ${message}.`, hint });
}

const askQuote =
  'Ask for a quote with originGasOverhead and this API key, and execute its requestId.';

/**
 * `POST /execute`: the solver calls the payer's own delegated account, which makes the deposit of a
 * quote; the gas was part of the quote. Never anything but that account: the solver's account is
 * the sender, and a token would move its money. Once more with a request that goes on already, it
 * changes nothing.
 */
export const execute: Route =
  ({ chains, store, policy, now }) =>
  async ({ body, caller }, reply) => {
    assert(caller !== undefined, 'the endpoint needs a key');
    const { transaction, jobs, hub } = store;
    if (transaction === undefined || jobs === undefined) throw unsupported('execute', []);
    const { data, requestId } = parseInput(endpoints.execute.body, body);
    if (requestId === undefined)
      throw refuse('requestId', 'is needed: only the calls of a quote are paid for', askQuote);
    checkShape(data);
    const found = await findRequest(store, requestId.toLowerCase(), caller.apiKeyId);
    const terms = await readTerms(store, found);
    if (data.chainId !== found.originChainId)
      throw refuse(
        'data.chainId',
        `is not the origin chain of the quote, ${String(found.originChainId)}`,
        'Execute on the chain that the quote begins on.',
      );
    const done = JSON.stringify({ message: 'Transaction submitted', requestId: found.id });
    if (found.status === 'failure' || found.status === 'refund')
      throw refuse('requestId', 'has ended', askQuote);
    if (found.status !== 'waiting') return sendJson(reply, done);
    if (now() >= terms.expiresAt * 1000) throw refuse('requestId', 'has expired', askQuote);
    checkFailures(
      await countFailedCalls(store, {
        payer: found.payer,
        apiKeyId: caller.apiKeyId,
        leg: gaslessLeg,
      }),
      policy,
    );
    const chain = chains.byId(found.originChainId);
    const gasless = chain.deposit?.gasless;
    if (gasless === undefined) throw unsupported('execute', []);
    const authorizations = data.authorizationList ?? [];
    const call = {
      to: data.to.toLowerCase(),
      data: data.data,
      gasLimit: terms.gasLimit,
      deposits: terms.deposits,
      ...(authorizations.length === 0 ? {} : { authorizations }),
    };
    await gasless.confirm(
      { payer: terms.payer, to: call.to, data: call.data, authorizations },
      AbortSignal.timeout(chainMsMax),
    );
    const { orderId } = found;
    await simulate(
      chain,
      { ...call, type: 'relay', orderId, key: `${orderId}:${gaslessLeg}`, value: 0n },
      found.id,
    );
    await transaction(async (tx) => {
      await beginRequests(tx, [orderId]);
      await changeRequests(tx, hub, [{ orderId, events: ['depositSent'] }]);
      await jobs.add(tx, [
        relayJob({
          ...call,
          chainId: chain.id,
          orderId,
          leg: gaslessLeg,
          until: terms.expiresAt,
          endsRequest: true,
        }),
      ]);
    });
    return sendJson(reply, done);
  };

function checkShape({ value, data }: EndpointBody<'execute'>['data']): void {
  if (BigInt(value) !== 0n)
    throw refuse(
      'data.value',
      'is not 0: the account pays out of its own balance',
      'Leave the value to the calls of the account.',
    );
  if (data.length > dataLengthMax)
    throw refuse('data.data', 'is longer than 16 KiB', 'Pass only the calls of the steps.');
}

/**
 * Each call costs the solver gas, whatever comes of it. @throws PortageError
 * `DELEGATION_REDEEM_FAILED`
 */
function checkFailures(
  { ofPayer, ofKey }: { readonly ofPayer: number; readonly ofKey: number },
  policy: RouteContext['policy'],
): void {
  const isPayer = ofPayer >= policy.failedPermitsPerPayerMax;
  if (!isPayer && ofKey < policy.failedCallsPerKeyMax) return;
  const [count, whose] = isPayer ? [ofPayer, 'account'] : [ofKey, 'API key'];
  throw new PortageError('DELEGATION_REDEEM_FAILED', {
    message: `${String(count)} calls for this ${whose} within the last hour failed or brought nothing in.`,
    hint: 'Send the transactions of the steps, or try again in an hour.',
  });
}

/**
 * The request, of which only the key knows that the quote was asked for with. @throws PortageError
 * `UNKNOWN_REQUEST`
 */
async function findRequest(
  store: RouteContext['store'],
  id: string,
  apiKeyId: string,
): Promise<StoredRequest> {
  const {
    requests: [found],
  } = await store.getRequests({ id, apiKeyId, includeChildren: true, limit: 1 });
  if (found === undefined) throw unknownRequest(id);
  return found;
}

async function readTerms(
  store: RouteContext['store'],
  { orderId }: StoredRequest,
): Promise<GaslessTerms> {
  const terms = (await readStoredOrders(store, [orderId])).get(orderId)?.executionTerms?.gasless;
  if (terms === undefined)
    throw refuse(
      'requestId',
      'was quoted without originGasOverhead, so nobody pays for its gas',
      askQuote,
    );
  return terms;
}

/**
 * @throws PortageError `DELEGATION_REDEEM_FAILED` with what the chain says, from the account's own
 *   error to the one that came first.
 */
async function simulate({ spend }: Chain, intent: RelayIntent, requestId: string): Promise<void> {
  const [outcome] = (await spend?.simulate?.([intent], AbortSignal.timeout(chainMsMax))) ?? [];
  if (outcome?.status === 'passes') return;
  const reason = outcome?.revert?.innermost ?? outcome?.reason ?? 'the chain cannot be asked';
  const {
    topLevel = reason,
    innermost = reason,
    path = [reason],
    type = 'none',
    data,
  } = outcome?.revert ?? {};
  throw new PortageError('DELEGATION_REDEEM_FAILED', {
    message: `The call of the account fails: ${reason}`,
    hint: 'See that the account holds what it pays, that its own signature holds, and that originGasOverhead covers its code.',
    context: {
      requestId,
      topLevel,
      innermost,
      path,
      revert: { type, reason: outcome?.reason ?? reason, ...(data === undefined ? {} : { data }) },
    },
  });
}
