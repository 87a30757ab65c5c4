import { z } from 'zod';
import { depositAddressQuerySchema, depositAddressSchema } from './depositAddresses.js';
import { bytes32Schema } from './primitives.js';

/** Query of `GET /deposit-addresses/v2`: one of its members. */
export const depositAddressV2QuerySchema = depositAddressQuerySchema.extend({
  depositAddressId: bytes32Schema.optional(),
});

/** Body of `POST /deposit-addresses/disable/v2`. */
export const depositAddressDisableBodySchema = z.object({ depositAddressId: bytes32Schema });

const transferSchema = z.object({
  txHash: z.string(),
  chainId: z.number().int(),
  currency: z.string(),
  /** Smallest unit. */
  amount: z.string(),
  block: z.number().int(),
});

/** Answer of `GET /deposit-addresses/v2`. */
export const depositAddressV2Schema = depositAddressSchema.extend({
  depositAddressId: bytes32Schema,
  /** Time from which everything comes back; null while the address takes money. */
  disabledAt: z.string().nullable(),
  /** Transfers of payers, newest first. */
  deposits: z.array(transferSchema),
  /** Sweeps of the deposits into the depository, newest first. */
  sweeps: z.array(
    transferSchema.extend({
      requestId: bytes32Schema,
      /** Whether the sweep is final. */
      isFinal: z.boolean(),
      /** Outcome of the sweep; null until it is final. */
      outcome: z.string().nullable(),
    }),
  ),
});

/** Answer of `POST /deposit-addresses/disable/v2`. */
export const depositAddressDisabledSchema = z.object({
  depositAddressId: bytes32Schema,
  disabledAt: z.string(),
});
