import { totalFees, type FeePart, type PriceQuote } from '@portage/sdk';
import { HeartHandshake } from 'lucide-react';
import type { ReactElement } from 'react';
import { shortUnits, usd } from '../format/amounts.js';
import { duration } from '../format/short.js';

/** Properties of {@link FeeLines}. */
export interface FeeLinesProps {
  readonly quote: PriceQuote;
  readonly destination: string;
}

/** Everything that a swap costs and promises, in plain words. */
export function FeeLines({ quote, destination }: FeeLinesProps): ReactElement {
  const { details } = quote;
  const fees = totalFees(quote);
  const { currencyOut, slippageTolerance, totalImpact, timeEstimate } = details;
  const { symbol, decimals } = currencyOut.currency;
  const sponsored = fees.parts.find(({ name }) => name === 'subsidized');
  return (
    <div className="grid gap-2 border-t border-line pt-3 text-sm">
      <dl className="grid gap-2">
        {fees.parts.map((part) => (
          <Line key={part.name} label={label(part, destination)} value={value(part)} />
        ))}
        <Line label="Total fees" value={usd(fees.usd)} isStrong />
      </dl>
      {sponsored === undefined ? undefined : (
        <p className="flex items-center gap-2 rounded-xl bg-good-tint px-3 py-2 text-good">
          <HeartHandshake size={16} aria-hidden />
          <span>{`${usd(sponsored.usd.replace('-', ''))} of your fees are paid by a sponsor.`}</span>
        </p>
      )}
      <dl className="grid gap-2 border-t border-line pt-3">
        <Line
          label="Minimum received"
          value={`${shortUnits(BigInt(currencyOut.minimumAmount), decimals)} ${symbol}`}
        />
        <Line label="Max slippage" value={`${slippageTolerance.destination.percent}%`} />
        <Line label="Price impact" value={`${totalImpact.percent.replace('-', '−')}%`} />
        <Line label="Estimated time" value={duration(timeEstimate)} />
      </dl>
    </div>
  );
}

interface LineProps {
  readonly label: string;
  readonly value: string;
  readonly isStrong?: boolean;
}

function Line({ label: text, value: amount, isStrong = false }: LineProps): ReactElement {
  return (
    <div className={`flex justify-between gap-4 ${isStrong ? 'font-semibold' : ''}`}>
      <dt className={isStrong ? '' : 'text-quiet'}>{text}</dt>
      <dd className="text-right tabular-nums">{amount}</dd>
    </div>
  );
}

function label({ name }: FeePart, destination: string): string {
  const words: Readonly<Record<FeePart['name'], string>> = {
    gas: 'Your network fee',
    relayerGas: `Delivery fee (${destination})`,
    relayerService: 'Service fee',
    app: 'App fee',
    subsidized: 'Paid by sponsor',
  };
  return words[name];
}

function value({ name, usd: amount }: FeePart): string {
  const isReward = name === 'relayerService' && amount.startsWith('-');
  return isReward ? `${usd(amount)} (a reward)` : usd(amount);
}
