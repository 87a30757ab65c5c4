import { z } from 'zod';

const hexSchema = z.templateLiteral(['0x', z.string()]);

/**
 * Members of `devnet.json` that a comparison reads. They are few, because the file may come from
 * another commit.
 */
export const descriptionSchema = z.object({
  accounts: z.array(z.object({ address: hexSchema })).min(3),
  chains: z.record(
    z.string(),
    z.object({ id: z.number(), rpcUrl: z.string(), contracts: z.object({ filler: hexSchema }) }),
  ),
});

export type Description = z.output<typeof descriptionSchema>;

/** Chain of a description by its id. */
export function describedChain({ chains }: Description, id: number): Description['chains'][string] {
  const chain = Object.values(chains).find((one) => one.id === id);
  if (chain === undefined) throw new Error(`The devnet has no chain ${String(id)}.`);
  return chain;
}
