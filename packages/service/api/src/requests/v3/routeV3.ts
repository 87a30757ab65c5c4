import type { RequestEntry } from '@portage/core';
import type { RequestV3 } from './entryV3.js';
import { actualRoute } from '@portage/quoter';
import type { RequestFigures } from '../requestFigures.js';

type Route = NonNullable<RequestV3['data']['route']>;

/** Route of an entry as quoted, and after a fill as booked; null without a readable quote. Pure. */
export function routeV3({ data, status }: RequestEntry, figures: RequestFigures): Route | null {
  const { metadata, amountOut } = data;
  if (metadata === undefined) return null;
  const isFilled = status === 'success' && amountOut !== undefined;
  return {
    quoted: metadata.route,
    actual: isFilled ? actualOf(BigInt(amountOut), metadata.currencyGasTopup, figures) : null,
  };
}

function actualOf(
  output: bigint,
  currencyGasTopup: NonNullable<RequestEntry['data']['metadata']>['currencyGasTopup'],
  { figures, booked }: RequestFigures,
): Route['actual'] {
  if (figures === undefined || booked === undefined) return null;
  const deposited = figures.hasOrder ? booked.kept + booked.appFees : undefined;
  const { destination, ...route } = actualRoute(figures, { deposited, output });
  return {
    ...route,
    destination: {
      ...destination,
      ...(currencyGasTopup === undefined ? {} : { currencyGasTopup }),
    },
  };
}
