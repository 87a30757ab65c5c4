import { createRequire } from 'node:module';
import type { OrderData } from '@portage/core';
import { orderDataSchema } from '@portage/core/schemas';
import { z } from 'zod';

/** A published order with its id. */
export interface OrderVector {
  readonly orderId: string;
  readonly orderData: OrderData;
}

const fileSchema = z.object({
  vectors: z.array(z.object({ orderId: z.string(), orderData: orderDataSchema })).min(1),
});

// The file lies in the package's sources, which are published; importing JSON would print a warning
// on Node 20.
const file: unknown = createRequire(import.meta.url)('../../src/vectors/order.json');

/** Published examples of orders with their ids. */
export const orderVectors: readonly OrderVector[] = fileSchema.parse(file).vectors;
