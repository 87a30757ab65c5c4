import { z } from 'zod';
import { numberTextSchema } from './numberText.js';
import { readList } from './readList.js';
import { refuseMembers } from './refusedMembers.js';
import type { Transfer } from './transfer.js';

const text = z.string().min(1).max(128);
const amount = z.string().regex(/^\d{1,78}$/, 'is no amount in smallest units');

const querySchema = z.object({
  fromChain: text,
  toChain: text,
  fromToken: text,
  toToken: text,
  fromAddress: text,
  toAddress: text.optional(),
  slippage: z.string().optional(),
  integrator: text.optional(),
  referrer: text.optional(),
  maxPriceImpact: numberTextSchema.optional(),
});

/**
 * Reads the query of `GET /quote` and `GET /quote/toAmount`.
 *
 * @throws PortageError `UNSUPPORTED_FEATURE` for a member without a meaning; ZodError
 */
export function readQuery(
  query: Readonly<Record<string, unknown>>,
  tradeType: 'EXACT_INPUT' | 'EXACT_OUTPUT',
): Transfer {
  refuseMembers(query);
  const name = tradeType === 'EXACT_INPUT' ? 'fromAmount' : 'toAmount';
  const { toAddress, slippage, integrator, referrer, maxPriceImpact, ...named } =
    querySchema.parse(query);
  const amounts = z.object({ [name]: amount }).parse(query);
  return {
    ...named,
    toAddress,
    slippage,
    integrator,
    referrer,
    maxPriceImpact,
    amount: amounts[name] ?? '',
    tradeType,
    tools: {
      allowBridges: readList(query['allowBridges']),
      denyBridges: readList(query['denyBridges']),
      allowExchanges: readList(query['allowExchanges']),
      denyExchanges: readList(query['denyExchanges']),
    },
  };
}
