import { expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { ChainCurrency, ChainInfo, chainCurrencySchema, chainSchema } from './chains.js';
import type {
  Currency,
  CurrencyAmount,
  currencyAmountSchema,
  currencySchema,
} from './currencyAmount.js';
import type {
  Details,
  detailsSchema,
  Fees,
  feesSchema,
  FeeSponsorship,
  feeSponsorshipSchema,
  Quote,
  quoteSchema,
} from './quote.js';
import type {
  DestinationInstruction,
  destinationInstructionSchema,
} from './destinationInstruction.js';
import type {
  AppFee,
  appFeeSchema,
  Authorization,
  authorizationSchema,
  DestinationTx,
  destinationTxSchema,
  QuoteBody,
  quoteBodySchema,
} from './quoteRequest.js';
import type { requestStatusSchema, StatusResponse } from './status.js';
import type { Step, StepItem, stepItemSchema, stepSchema } from './steps.js';

// Interfaces carry the words that editors show; published declarations of inferred types lose them.
test('what is documented is what is parsed', () => {
  // On the wire these have defaults, which pay an amount, or on a chain, that no caller named.
  type Named = 'originChainId' | 'destinationChainId' | 'amount';
  type Wire = z.input<typeof quoteBodySchema>;
  expectTypeOf<Omit<QuoteBody, Named>>().toEqualTypeOf<Omit<Wire, Named>>();
  expectTypeOf<Pick<QuoteBody, Named>>().toEqualTypeOf<
    Pick<z.output<typeof quoteBodySchema>, Named>
  >();
  expectTypeOf<AppFee>().toEqualTypeOf<z.infer<typeof appFeeSchema>>();
  expectTypeOf<Authorization>().toEqualTypeOf<z.infer<typeof authorizationSchema>>();
  expectTypeOf<DestinationTx>().toEqualTypeOf<z.infer<typeof destinationTxSchema>>();
  expectTypeOf<DestinationInstruction>().toEqualTypeOf<
    z.infer<typeof destinationInstructionSchema>
  >();
  expectTypeOf<Currency>().toEqualTypeOf<z.infer<typeof currencySchema>>();
  expectTypeOf<CurrencyAmount>().toEqualTypeOf<z.infer<typeof currencyAmountSchema>>();
  expectTypeOf<Fees>().toEqualTypeOf<z.infer<typeof feesSchema>>();
  expectTypeOf<FeeSponsorship>().toEqualTypeOf<z.infer<typeof feeSponsorshipSchema>>();
  expectTypeOf<Details>().toEqualTypeOf<z.infer<typeof detailsSchema>>();
  expectTypeOf<Quote>().toEqualTypeOf<z.infer<typeof quoteSchema>>();
  expectTypeOf<Step>().toEqualTypeOf<z.infer<typeof stepSchema>>();
  expectTypeOf<StepItem>().toEqualTypeOf<z.infer<typeof stepItemSchema>>();
  expectTypeOf<ChainCurrency>().toEqualTypeOf<z.infer<typeof chainCurrencySchema>>();
  expectTypeOf<ChainInfo>().toEqualTypeOf<z.infer<typeof chainSchema>>();
  expectTypeOf<StatusResponse>().toEqualTypeOf<z.infer<typeof requestStatusSchema>>();
});
