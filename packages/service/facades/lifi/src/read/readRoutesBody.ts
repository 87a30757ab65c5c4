import { z } from 'zod';
import { refuseMembers } from './refusedMembers.js';
import type { Transfer } from './transfer.js';

const text = z.string().min(1).max(128);
const names = z.array(text).max(64).default([]);
const choiceSchema = z.object({ allow: names, deny: names, prefer: names }).partial();

const optionsSchema = z
  .looseObject({
    slippage: z.union([z.string(), z.number()]).optional(),
    integrator: text.optional(),
    referrer: text.optional(),
    maxPriceImpact: z.number().min(0).optional(),
    bridges: choiceSchema.optional(),
    exchanges: choiceSchema.optional(),
    protocols: choiceSchema.optional(),
  })
  .default({});

const bodySchema = z.looseObject({
  fromChainId: z.number().int(),
  toChainId: z.number().int(),
  fromTokenAddress: text,
  toTokenAddress: text,
  fromAmount: z.string().regex(/^\d{1,78}$/, 'is no amount in smallest units'),
  fromAddress: text.optional(),
  toAddress: text.optional(),
  options: optionsSchema,
});

/**
 * Reads the body of `POST /advanced/routes`.
 *
 * @throws PortageError `UNSUPPORTED_FEATURE` for a member without a meaning; ZodError
 */
export function readRoutesBody(body: unknown): Transfer {
  const { options, ...transfer } = bodySchema.parse(body);
  const { bridges = {}, exchanges = {}, protocols = {}, ...own } = options;
  refuseMembers(transfer);
  refuseMembers({
    ...own,
    allowProtocols: protocols.allow,
    denyProtocols: protocols.deny,
    preferProtocols: protocols.prefer,
  });
  return {
    fromChain: transfer.fromChainId,
    toChain: transfer.toChainId,
    fromToken: transfer.fromTokenAddress,
    toToken: transfer.toTokenAddress,
    fromAddress: transfer.fromAddress,
    toAddress: transfer.toAddress,
    amount: transfer.fromAmount,
    tradeType: 'EXACT_INPUT',
    slippage: options.slippage,
    integrator: options.integrator,
    referrer: options.referrer,
    maxPriceImpact: options.maxPriceImpact,
    tools: {
      allowBridges: bridges.allow ?? [],
      denyBridges: bridges.deny ?? [],
      allowExchanges: exchanges.allow ?? [],
      denyExchanges: exchanges.deny ?? [],
    },
  };
}
