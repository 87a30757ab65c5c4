import { totalFees, type PriceQuote } from '@portage/sdk';
import { ChevronDown } from 'lucide-react';
import { Collapsible } from 'radix-ui';
import type { ReactElement } from 'react';
import { chainName } from '../currencies/place.js';
import { shortAmount, usd } from '../format/amounts.js';
import { duration } from '../format/short.js';
import { Countdown } from './Countdown.js';
import { FeeLines } from './FeeLines.js';
import type { Swap } from './useSwap.js';

/** Properties of a {@link QuoteSummary}. */
export interface QuoteSummaryProps {
  readonly swap: Swap;
  readonly price: PriceQuote;
}

/** Rate, fees and time in one line, and all of it behind a click. */
export function QuoteSummary({ swap, price }: QuoteSummaryProps): ReactElement {
  const { details } = price;
  const { to } = swap.form;
  const symbols = [
    details.currencyIn.currency.symbol,
    details.currencyOut.currency.symbol,
  ] as const;
  return (
    <Collapsible.Root className="px-1">
      <div className="flex items-center justify-between gap-1">
        <Collapsible.Trigger className="group flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5 rounded-lg py-1 text-left text-sm">
          <span className="tabular-nums">
            {`1 ${symbols[0]} = ${shortAmount(details.rate)} ${symbols[1]}`}
          </span>
          <span className="flex items-center gap-1 text-quiet">
            <span>
              {`Fees ${usd(totalFees(price).usd)} · about ${duration(details.timeEstimate)}`}
            </span>
            <ChevronDown
              size={15}
              aria-hidden
              className="transition group-data-[state=open]:rotate-180"
            />
          </span>
        </Collapsible.Trigger>
        <Countdown at={swap.refreshesAt} isBusy={swap.isBusy} onRefresh={swap.refresh} />
      </div>
      <Collapsible.Content className="pt-2 pb-1">
        <FeeLines quote={price} destination={to === undefined ? '' : chainName(to.chain)} />
      </Collapsible.Content>
    </Collapsible.Root>
  );
}
