import { usePortage } from '@portage/react';
import { Money, type PriceQuote, type QuoteBody } from '@portage/sdk';
import { useEffect, useRef } from 'react';
import { maxAmountOf } from './maxAmount.js';
import type { SwapForm } from './useSwapForm.js';

/** Form, balance and price that the largest amount is worked out from. */
export interface MaxAmount {
  readonly form: SwapForm;
  readonly balance: bigint | undefined;
  /** Price that is shown. */
  readonly price: PriceQuote | undefined;
  /** Request for an amount of the form's pair; undefined while accounts are missing. */
  readonly requestFor: (amount: bigint) => QuoteBody | undefined;
}

/**
 * Enters the most that can be paid. Of a native currency gas stays: of the price that is shown, or
 * of one that is asked for; until that is there a fiftieth stays.
 */
export function useMaxAmount({ form, balance, price, requestFor }: MaxAmount): () => void {
  const portage = usePortage();
  const { from } = form;
  // A user who changes the form while the price is asked for has another amount in mind.
  const newest = useRef(form);
  useEffect(() => {
    newest.current = form;
  });
  return () => {
    if (from === undefined || balance === undefined) return;
    const textOf = (amount: bigint): string => Money.format(amount, from.currency.decimals);
    if (from.currency.address !== from.chain.currency.address) {
      form.setUsd(false, textOf(balance));
      return;
    }
    const { vmType } = from.chain;
    const mostWith = (known: PriceQuote | undefined): bigint => {
      const gas = known === undefined ? undefined : BigInt(known.fees.gas.amount);
      return maxAmountOf({ balance, gas, vmType });
    };
    const first = mostWith(price);
    form.setUsd(false, textOf(first));
    // More coins weigh more, so the gas of a smaller amount on Bitcoin says little.
    const request = price === undefined || vmType === 'bvm' ? requestFor(first) : undefined;
    if (request === undefined) return;
    portage.getPrice(request).then(
      (asked) => {
        const { current } = newest;
        const isSame = current.amountText === textOf(first) && current.from === from;
        if (isSame) current.setUsd(false, textOf(mostWith(asked)));
      },
      // What was entered first stays.
      () => undefined,
    );
  };
}
