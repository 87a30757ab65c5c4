import { Money } from '@portage/core';
import type { PriceReading } from '@portage/core/chain';
import { fromZod } from '@portage/core/schemas';
import { z } from 'zod';

/** Decimals of a price inside. */
const priceDecimals = 12;

const digitsSchema = z.string().regex(/^-?\d{1,30}$/, 'must be a whole number');

/**
 * Prices as Hermes, the HTTP service of Pyth, publishes them; of its answer only what is needed is
 * looked at.
 */
const hermesSchema = z.object({
  parsed: z
    .array(
      z.object({
        id: z.string().regex(/^(?:0x)?[0-9a-fA-F]{64}$/, 'must be 32 bytes in hex'),
        price: z.object({
          price: digitsSchema,
          conf: digitsSchema,
          expo: z.number().int().min(-30).max(12),
          publish_time: z.number().int().min(0).max(253_402_300_799),
        }),
      }),
    )
    .max(1_000),
});

/** The id of a price as it is compared: without `0x`, in lower case. */
export function hermesId(id: string): string {
  return id.toLowerCase().replace(/^0x/, '');
}

/**
 * Reads an answer of Hermes: readings by id. Prices are rounded down, their confidence up; one that
 * is not positive is left out, because its publisher says that there is none.
 *
 * @throws PortageError `INVALID_RESPONSE`
 * @see https://docs.pyth.network/price-feeds/core/how-pyth-works/hermes
 */
export function readHermes(answer: unknown): ReadonlyMap<string, PriceReading> {
  const read = hermesSchema.safeParse(answer);
  if (!read.success) throw fromZod(read.error, 'INVALID_RESPONSE');
  return new Map(
    read.data.parsed.flatMap(({ id, price }): readonly [string, PriceReading][] => {
      const usdE12 = scale(BigInt(price.price), price.expo, 'down');
      if (usdE12 <= 0n || BigInt(price.conf) < 0n) return [];
      return [
        [
          hermesId(id),
          {
            value: { usdE12 },
            confidence: { usdE12: scale(BigInt(price.conf), price.expo, 'up') },
            observedAt: price.publish_time * 1000,
          },
        ],
      ];
    }),
  );
}

/** `amount * 10^exponent` USD, times 1e12. */
function scale(amount: bigint, exponent: number, rounding: 'down' | 'up'): bigint {
  const shift = priceDecimals + exponent;
  if (shift >= 0) return amount * Money.pow10(shift);
  const divisor = Money.pow10(-shift);
  return rounding === 'down' ? amount / divisor : Money.mulDivUp(amount, 1n, divisor);
}
