import { z } from 'zod';
import { refuseMembers } from './refusedMembers.js';
import type { Transfer } from './transfer.js';

const text = z.string().min(1).max(128);
const tokenSchema = z.object({ address: text });

const stepSchema = z.looseObject({
  id: text,
  integrator: text.optional(),
  referrer: text.optional(),
  action: z.object({
    fromChainId: z.number().int(),
    toChainId: z.number().int(),
    fromToken: tokenSchema,
    toToken: tokenSchema,
    fromAmount: z.string().regex(/^\d{1,78}$/, 'is no amount in smallest units'),
    fromAddress: text,
    toAddress: text.optional(),
    slippage: z.union([z.string(), z.number()]).optional(),
  }),
});

/** Step of an earlier answer, and the transfer that it describes. */
export interface ReadStep {
  readonly id: string;
  readonly transfer: Transfer;
}

/**
 * Reads a step that its transaction is asked for. Its action alone counts, never its estimate.
 *
 * @throws PortageError `UNSUPPORTED_FEATURE` for a member without a meaning; ZodError
 */
export function readStep(body: unknown): ReadStep {
  const { id, integrator, referrer, action, ...rest } = stepSchema.parse(body);
  refuseMembers(rest);
  return {
    id,
    transfer: {
      fromChain: action.fromChainId,
      toChain: action.toChainId,
      fromToken: action.fromToken.address,
      toToken: action.toToken.address,
      fromAddress: action.fromAddress,
      toAddress: action.toAddress,
      amount: action.fromAmount,
      tradeType: 'EXACT_INPUT',
      slippage: action.slippage,
      integrator,
      referrer,
      maxPriceImpact: undefined,
      tools: { allowBridges: [], denyBridges: [], allowExchanges: [], denyExchanges: [] },
    },
  };
}
