import { useQuote, usePortage, type UseQuoteResult } from '@portage/react';
import type { PriceQuote, QuoteBody } from '@portage/sdk';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SwapForm } from './useSwapForm.js';

/** Accounts of a swap. */
export interface Accounts {
  /** Account that pays; undefined while no wallet of the chain is connected. */
  readonly payer: string | undefined;
  readonly recipient: string | undefined;
  /** Public key of the payer, where its chain needs one. */
  readonly publicKey: string | undefined;
}

/** Members of the form that a request says. */
type RequestedForm = Pick<SwapForm, 'from' | 'to' | 'slippageBps' | 'isSponsored'>;

/** Request of the form in smallest units; undefined while something is missing. */
export function requestOf(
  { from, to, slippageBps, isSponsored }: RequestedForm,
  amount: bigint | undefined,
  { payer, recipient, publicKey }: Accounts,
): QuoteBody | undefined {
  if (from === undefined || to === undefined || amount === undefined) return undefined;
  if (payer === undefined || recipient === undefined) return undefined;
  return {
    user: payer,
    recipient,
    originChainId: from.chain.id,
    originCurrency: from.currency.address,
    destinationChainId: to.chain.id,
    destinationCurrency: to.currency.address,
    amount: amount.toString(),
    tradeType: 'EXACT_INPUT',
    ...(slippageBps === undefined ? {} : { slippageTolerance: String(slippageBps) }),
    ...(isSponsored ? { subsidizeFees: true } : {}),
    ...(publicKey === undefined ? {} : { additionalData: { userPublicKey: publicKey } }),
  };
}

const typingMs = 300;

/** A value once it has stayed the same for a moment, so that nothing is asked at each key. */
export function useSettled<Value>(value: Value, key: string): Value {
  const [settled, setSettled] = useState({ key, value });
  useEffect(() => {
    if (settled.key === key) return undefined;
    const timer = setTimeout(() => {
      setSettled({ key, value });
    }, typingMs);
    return () => {
      clearTimeout(timer);
    };
  }, [key, value, settled.key]);
  return settled.value;
}

/** Quote to sign, where a wallet is connected; while a swap is under way none is asked for. */
export function useSwapQuote(request: QuoteBody | undefined, isIdle: boolean): UseQuoteResult {
  return useQuote(request, { enabled: isIdle });
}

const priceMs = 15_000;

/** Price of a swap for a user without a wallet. It does not depend on who pays. */
export function usePrice(request: QuoteBody | undefined): UseQueryResult<PriceQuote> {
  const portage = usePortage();
  return useQuery({
    queryKey: ['price', request],
    queryFn: ({ signal }) => {
      if (request === undefined) throw new Error('A price is asked for without a request.');
      return portage.getPrice(request, { signal });
    },
    enabled: request !== undefined,
    refetchInterval: priceMs,
    placeholderData: keepPreviousData,
    retry: false,
  });
}
