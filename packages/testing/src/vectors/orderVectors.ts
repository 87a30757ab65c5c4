import { orderDataSchema, type OrderData } from '@portage/core';
import { z } from 'zod';
import file from './order.json' with { type: 'json' };

/** A published order with the id that hashing it gives. */
export interface OrderVector {
  readonly orderId: string;
  readonly orderData: OrderData;
}

/** Published examples of orders with their ids. @see FACTS section 3.2 */
export const orderVectors: readonly OrderVector[] = z.object({ vectors: z.array(z.object({ orderId: z.string(), orderData: orderDataSchema })).min(1) }).parse(file).vectors;
