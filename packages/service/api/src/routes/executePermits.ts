import { PortageError } from '@portage/core';
import type { Chain, PermitCall, PermitPart, PermitTerms } from '@portage/core/chain';
import { endpoints } from '@portage/core/schemas';
import {
  beginRequests,
  relayJob,
  changeRequests,
  countFailedPermits,
  findNonceRival,
  keepSignature,
  readOtherSignatures,
  readStoredOrders,
  type StoredRequest,
} from '@portage/settlement';
import type { Transaction } from '@portage/database';
import { unknownRequest } from '../status/unknownRequest.js';
import type { Route, RouteContext } from './context.js';
import { parseInput } from './parseInput.js';
import { sendJson } from './sendJson.js';
import { unsupported } from './unsupported.js';

/** Leg of the call that takes what was signed for. */
const permitLeg = 'permit';

const simulateMsMax = 5_000;

function failed(message: string, hint: string): PortageError {
  return new PortageError('PERMIT_FAILED', { message, hint });
}

/**
 * `POST /execute/permits`: a payer's signature instead of a deposit. It is checked here, kept with
 * the job of the call that takes the money, and the request is `depositing`; once more with a
 * request that goes on already, it changes nothing. Where several signatures are needed, each is
 * kept until the last one is there. A payer whose signatures keep failing has to wait.
 */
export const executePermits: Route =
  ({ chains, store, policy, now }) =>
  async (request, reply) => {
    const { requestId, kind } = parseInput(endpoints.executePermits.body, request.body);
    const { signature } = parseInput(endpoints.executePermits.query, request.query);
    const { transaction, jobs, hub } = store;
    if (transaction === undefined || jobs === undefined) throw unsupported('executePermits', []);
    const id = requestId.toLowerCase();
    const found = await store.getRequest(id);
    if (found === undefined) throw unknownRequest(id);
    const chain = chains.byId(found.originChainId);
    const terms = await readTerms(store, found, kind);
    const redeemed = redeem(chain, terms, signature);
    if (found.status === 'failure' || found.status === 'refund')
      throw failed('The request has ended.', 'Ask for a new quote.');
    if (found.status !== 'waiting')
      return sendJson(reply, '{"message":"The deposit of this request is on its way already."}');
    if (now() >= terms.expiresAt * 1000)
      throw failed(
        'The signature has expired.',
        'Ask for a new quote and sign within permitExpiry.',
      );
    const failures = await countFailedPermits(store, { payer: found.payer, leg: permitLeg });
    if (failures >= policy.failedPermitsPerPayerMax)
      throw failed(
        `${String(failures)} deposits that this account signed for within the last hour could not be made.`,
        'Pay with a transaction, or sign again in an hour.',
      );
    const { orderId } = found;
    const { gasLimit, expiresAt } = terms;
    await tryOut({ store, chain, terms, orderId }, redeemed, signature);
    const isComplete = await transaction(async (tx) => {
      const call =
        'part' in redeemed
          ? redeem(
              chain,
              terms,
              signature,
              await keepSignature(tx, { orderId, part: redeemed.part, signature }),
            )
          : redeemed;
      if ('part' in call) return false;
      await checkNonce(tx, found, terms);
      await beginRequests(tx, [orderId]);
      await changeRequests(tx, hub, [{ orderId, events: ['depositSent'] }]);
      await jobs.add(tx, [
        relayJob({
          chainId: chain.id,
          orderId,
          leg: permitLeg,
          to: call.to,
          data: call.data,
          gasLimit,
          until: expiresAt,
          endsRequest: true,
        }),
      ]);
      return true;
    });
    return sendJson(
      reply,
      isComplete
        ? '{"message":"The signature is kept, and the deposit is on its way."}'
        : '{"message":"The signature is kept; the deposit waits for the other one."}',
    );
  };

/** What the request waits for a signature over. @throws PortageError `PERMIT_FAILED` */
async function readTerms(
  store: RouteContext['store'],
  { orderId }: StoredRequest,
  kind: string,
): Promise<PermitTerms> {
  const terms = (await readStoredOrders(store, [orderId])).get(orderId)?.executionTerms?.permit;
  if (terms === undefined)
    throw failed('This request is not paid with a signature.', 'Ask for a quote with usePermit.');
  if (terms.kind !== kind)
    throw failed(
      `This request waits for a signature of kind ${terms.kind}.`,
      'Post the body that the step names.',
    );
  return terms;
}

function redeem(
  chain: Chain,
  terms: PermitTerms,
  signature: string,
  others: readonly string[] = [],
): PermitCall | PermitPart {
  const permits = chain.deposit?.permits;
  if (permits === undefined)
    throw failed('The origin chain takes no signatures any more.', 'Ask for a new quote.');
  return permits.redeem(terms, signature, others);
}

interface Tried {
  readonly store: RouteContext['store'];
  readonly chain: Chain;
  readonly terms: PermitTerms;
  readonly orderId: string;
}

const simulateHint =
  'Sign the very data of the step, with the account that the quote was asked for with, and see that it holds what it pays.';

/**
 * Asks the chain before the request is let wait for it, where only the chain can tell: whether a
 * contract's signature holds, and whether the nonce of a permit is still the next one, once both of
 * its signatures are there.
 */
async function tryOut(
  { store, chain, terms, orderId }: Tried,
  redeemed: PermitCall | PermitPart,
  signature: string,
): Promise<void> {
  const { gasLimit } = terms;
  if ('part' in redeemed) {
    const call = redeem(
      chain,
      terms,
      signature,
      await readOtherSignatures(store, { orderId, part: redeemed.part }),
    );
    if ('part' in call) return;
    const revert = await simulate(chain, { orderId, to: call.to, data: call.data, gasLimit });
    if (revert !== undefined) throw await permitRefused(chain, terms, revert);
  } else if (
    !redeemed.isProven &&
    (await simulate(chain, { orderId, to: redeemed.to, data: redeemed.data, gasLimit })) !==
      undefined
  ) {
    throw new PortageError('INVALID_SIGNATURE', {
      message: 'The chain does not take this signature.',
      hint: simulateHint,
    });
  }
}

async function permitRefused(
  { deposit }: Chain,
  { currency, payer, nonce }: PermitTerms,
  revert: string,
): Promise<PortageError> {
  const next = await deposit?.permits?.readNonce?.(
    { currency, payer },
    AbortSignal.timeout(simulateMsMax),
  );
  return next === undefined || nonce === undefined || next === BigInt(nonce)
    ? failed(`The deposit fails: ${revert}`, simulateHint)
    : nonceUsed();
}

function nonceUsed(): PortageError {
  return failed(
    'The nonce of this permit is used: another permit of this account took its place. Nothing was taken for this request.',
    'Ask for a new quote and sign it; of two quotes that were asked for before either was paid, one can be paid.',
  );
}

/**
 * Of several requests that were quoted with one nonce, the first that is paid for is the only one.
 * @throws PortageError `PERMIT_FAILED`
 */
async function checkNonce(
  tx: Transaction,
  { orderId, payer, originChainId }: StoredRequest,
  { kind, currency, nonce }: PermitTerms,
): Promise<void> {
  if (kind !== 'eip2612' || nonce === undefined) return;
  if (
    (await findNonceRival(tx, { orderId, payer, chainId: originChainId, currency, nonce })) !==
    undefined
  )
    throw nonceUsed();
}

/** @returns why the call would revert on top of the newest block; undefined where it passes */
async function simulate(
  chain: Chain,
  call: {
    readonly orderId: string;
    readonly to: string;
    readonly data: string;
    readonly gasLimit: number;
  },
): Promise<string | undefined> {
  const intent = {
    ...call,
    type: 'relay',
    key: `${call.orderId}:${permitLeg}`,
    value: 0n,
  } as const;
  const [outcome] =
    (await chain.spend?.simulate?.([intent], AbortSignal.timeout(simulateMsMax))) ?? [];
  return outcome?.status === 'passes'
    ? undefined
    : (outcome?.reason ?? 'the chain cannot be asked');
}
