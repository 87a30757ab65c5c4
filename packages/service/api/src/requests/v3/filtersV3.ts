import { Money, requestFault } from '@portage/core';
import { endpoints } from '@portage/core/schemas';
import type { RequestsV3Query, RequestV3 } from './entryV3.js';

/** Features that a request may have. */
const requestFeatures =
  endpoints.modelRequestsV3.response.shape.requests.element.shape.features.element.options;

/** Whether an entry is among those that are asked for. */
export type FilterV3 = (entry: RequestV3) => boolean;

/**
 * Filters that no index answers: they look at the entry as it is returned, so that an answer never
 * differs from what it was found by. Pure.
 *
 * @throws PortageError `INVALID_REQUEST` for a feature that does not exist
 */
export function filtersV3(query: RequestsV3Query): readonly FilterV3[] {
  const { failReason, refundFailReason, requestType, features } = query;
  const asked: readonly (readonly [unknown, FilterV3])[] = [
    [failReason, ({ data }) => (data.failReason ?? 'N/A') === failReason],
    [refundFailReason, ({ data }) => (data.refundFailReason ?? 'N/A') === refundFailReason],
    [requestType, (entry) => isSame(entry.requestType, requestType)],
    [features, featureFilter(features)],
    ...currencyFilters(query),
    ...worthFilters(query),
  ];
  return asked.flatMap(([value, filter]) => (value === undefined ? [] : [filter]));
}

/** Words compare without regard to case. */
function isSame(one: string | null | undefined, other: string | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

/** Addresses in hex have no case; others do. */
function isSameAddress(one: string | undefined, other: string | undefined): boolean {
  return one === other || (one?.startsWith('0x') === true && isSame(one, other));
}

function featureFilter(text: string | undefined): FilterV3 {
  const names = (text ?? '').split(',').map((name) => name.trim());
  const wanted = requestFeatures.filter((feature) => names.includes(feature));
  if (text !== undefined && wanted.length < new Set(names).size)
    throw requestFault('features', `must be some of ${requestFeatures.join(', ')}`);
  return ({ features }) => features.some((feature) => wanted.includes(feature));
}

function currencyFilters(query: RequestsV3Query): (readonly [unknown, FilterV3])[] {
  const given = ({ data }: RequestV3) => data.route?.quoted.origin.inputCurrency?.currency;
  const taken = ({ data }: RequestV3) => data.route?.quoted.destination.outputCurrency?.currency;
  const { currencyInChainId, currencyInAddress, currencyInSymbol } = query;
  const { currencyOutChainId, currencyOutAddress, currencyOutSymbol } = query;
  return [
    [currencyInChainId, (entry) => given(entry)?.chainId === currencyInChainId],
    [currencyOutChainId, (entry) => taken(entry)?.chainId === currencyOutChainId],
    [currencyInAddress, (entry) => isSameAddress(given(entry)?.address, currencyInAddress)],
    [currencyOutAddress, (entry) => isSameAddress(taken(entry)?.address, currencyOutAddress)],
    [currencyInSymbol, (entry) => isSame(given(entry)?.symbol, currencyInSymbol)],
    [currencyOutSymbol, (entry) => isSame(taken(entry)?.symbol, currencyOutSymbol)],
  ];
}

function worthFilters(query: RequestsV3Query): (readonly [unknown, FilterV3])[] {
  const input = ({ data }: RequestV3) => data.route?.quoted.origin.inputCurrency?.amountUsd;
  const app = ({ data }: RequestV3) => data.fees?.quoted.app.usd;
  const { amountUsdMin, amountUsdMax, appFeesAmountUsdMin, appFeesAmountUsdMax } = query;
  return [
    [amountUsdMin, (entry) => isAtLeast(input(entry), amountUsdMin)],
    [amountUsdMax, (entry) => isAtLeast(amountUsdMax, input(entry))],
    [appFeesAmountUsdMin, (entry) => isAtLeast(app(entry), appFeesAmountUsdMin)],
    [appFeesAmountUsdMax, (entry) => isAtLeast(appFeesAmountUsdMax, app(entry))],
  ];
}

/** Whether an amount of USD reaches another; never where one of them is not known. */
function isAtLeast(amount: string | undefined, least: string | undefined): boolean {
  return amount !== undefined && least !== undefined && units(amount) >= units(least);
}

/** USD to more digits than anybody writes. */
function units(usd: string): bigint {
  return usd.startsWith('-') ? -Money.parse(usd.slice(1), 160) : Money.parse(usd, 160);
}
