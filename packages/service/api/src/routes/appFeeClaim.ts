import type { Route } from './context.js';
import { unsupported } from './unsupported.js';

/**
 * `POST /app-fees/{wallet}/claim`: the step by which a wallet claims its app fees. Its owner signs
 * the digest of `claim`, which stands beside it for all to compare.
 *
 * @see docs/spec/withdrawals.md#claim
 */
export const appFeeClaim: Route<'appFeeClaim'> =
  ({ claims }) =>
  async (call, reply) => {
    if (claims === undefined) throw unsupported('appFeeClaim');
    const { wallet } = call.read('params');
    const { chainId, currency, recipient, amount } = call.read('body');
    const { message, digest } = await claims.prepare({
      wallet,
      chainId,
      currency,
      recipient,
      amount,
    });
    const { claimId: requestId } = message;
    void reply.header('cache-control', 'no-store');
    return {
      steps: [
        {
          id: 'authorize',
          action: 'Sign the claim',
          description: 'Sign who is paid how much of your app fees',
          kind: 'signature',
          requestId,
          items: [
            {
              status: 'incomplete',
              data: {
                sign: { signatureKind: 'eip191', message: digest },
                post: {
                  endpoint: '/execute/permits',
                  method: 'POST',
                  body: { kind: 'claim', requestId },
                },
                claim: { ...message },
              },
              check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
            },
          ],
        },
      ],
    };
  };
