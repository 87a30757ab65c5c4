import type { SignatureData, Step } from '@portage/core';

/** Request and token that a signature is request for. */
export interface PermitRequest {
  readonly requestId: string;
  readonly kind: string;
  readonly symbol: string;
  readonly chainName: string;
}

/** Typed data to sign, and the endpoint that tells when the step is done. */
interface SignedItem {
  readonly data: Pick<SignatureData, 'sign' | 'plan'>;
  readonly check?: { readonly endpoint: string; readonly method: 'GET' };
}

function signatureStep(
  { requestId, kind }: PermitRequest,
  step: Pick<Step, 'id' | 'action' | 'description'>,
  { data, check }: SignedItem,
): Step {
  const post = {
    endpoint: '/execute/permits',
    method: 'POST',
    body: { kind, requestId, api: 'bridge' },
  } as const;
  return {
    ...step,
    kind: 'signature',
    requestId,
    depositAddress: '',
    items: [
      {
        status: 'incomplete',
        data: { sign: data.sign, post, ...(data.plan === undefined ? {} : { plan: data.plan }) },
        ...(check === undefined ? {} : { check }),
      },
    ],
  };
}

/** Step whose signature pays: the request is followed to its end. */
export function signDepositStep(
  id: 'authorize1' | 'authorize2',
  request: PermitRequest,
  data: Pick<SignatureData, 'sign' | 'plan'>,
): Step {
  const { requestId, symbol, chainName } = request;
  const check = { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' } as const;
  return signatureStep(
    request,
    {
      id,
      action: 'Sign authorization',
      description: `Sign the deposit of ${symbol} on ${chainName}`,
    },
    { data, check },
  );
}

/** Step whose signature only allows the deposit to take the token: another signature follows. */
export function signAllowanceStep(request: PermitRequest, data: Pick<SignatureData, 'sign'>): Step {
  return signatureStep(
    request,
    {
      id: 'authorize1',
      action: 'Sign permit',
      description: `Let the deposit take ${request.symbol} on ${request.chainName}`,
    },
    { data },
  );
}
