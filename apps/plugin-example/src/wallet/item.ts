import { amountSchema } from '@portage/core/schemas';
import { z } from 'zod';

/** Data of an item: one deposit into the depository. */
export const tallyItemSchema = z.object({
  vm: z.literal('tally'),
  chainId: z.number(),
  deposit: z.object({
    depository: z.string(),
    orderId: z.string(),
    depositor: z.string(),
    currency: z.string(),
    /** Decimal digits. */
    amount: amountSchema,
  }),
});

/** Item that the executor of Tally performs. */
export type TallyItem = z.output<typeof tallyItemSchema>;
