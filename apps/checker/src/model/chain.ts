import { z } from 'zod';

const anyChain = { id: z.number(), slug: z.string(), rpcUrl: z.string() };
const account = z.object({ address: z.string() });
const exchangeAccount = z.object({ accountIndex: z.number() });

/** Chains, as a devnet describes them. */
export const chainsSchema = z.array(
  z.discriminatedUnion('vm', [
    z.object({
      ...anyChain,
      vm: z.literal('evm'),
      contracts: z.object({ depository: z.string(), filler: z.string() }),
      /** Sender of fills, to whom earnings are released. */
      solver: z.string(),
    }),
    z.object({
      ...anyChain,
      vm: z.literal('svm'),
      programs: z.object({ depository: z.string(), filler: z.string() }),
    }),
    z.object({ ...anyChain, vm: z.literal('bvm'), roles: z.object({ allocator: account }) }),
    z.object({
      ...anyChain,
      vm: z.literal('lvm'),
      roles: z.object({ solver: exchangeAccount, depository: exchangeAccount }),
    }),
  ]),
);

/** A chain on which orders are paid. */
export type Chain = z.infer<typeof chainsSchema>[number];
/** A chain of one family. */
export type ChainOf<Vm extends Chain['vm']> = Extract<Chain, { vm: Vm }>;

/** Money that moved because of an order. */
export interface Flow {
  readonly type: 'deposit' | 'fill' | 'refund';
  readonly orderId: string;
  readonly txId: string;
  /** Smallest units. */
  readonly amount: bigint;
}

/** Money flows of a chain, and what does not add up there. */
export interface ChainFlows {
  readonly flows: readonly Flow[];
  /** Sentences. */
  readonly faults: readonly string[];
}
