import { Money, type ChainInfo } from '@portage/sdk';
import { ArrowDown, ArrowUpDown } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { balanceOf, useBalances } from '../balances/useBalances.js';
import { CurrencyPicker } from '../picker/CurrencyPicker.js';
import { shortAmount, shortUnits, usdOr } from '../format/amounts.js';
import { useTitle } from '../ui/useTitle.js';
import { AmountPanel } from './AmountPanel.js';
import { Impact } from './Impact.js';
import { QuoteSummary } from './QuoteSummary.js';
import { RecipientField } from './RecipientField.js';
import { SettingsButton } from './SettingsButton.js';
import { SwapButton } from './SwapButton.js';
import { SwapNotice } from './SwapNotice.js';
import { useSwap, type Swap } from './useSwap.js';

/** Properties of a {@link SwapCard}. */
export interface SwapCardProps {
  readonly chains: readonly ChainInfo[];
}

/** The form of a swap, with its price and the button. */
export function SwapCard({ chains }: SwapCardProps): ReactElement {
  const balances = useBalances(chains);
  const swap = useSwap(chains, balances);
  const { form } = swap;
  const [side, setSide] = useState<'from' | 'to'>();
  useTitle('Swap across chains');
  return (
    <section
      aria-labelledby="swap-title"
      className="rounded-[1.75rem] border border-line bg-card p-3 shadow-xl shadow-indigo-950/5 sm:p-4"
    >
      <header className="flex items-center justify-between px-1.5 pb-2">
        <h1 id="swap-title" className="text-lg font-semibold">
          Swap
        </h1>
        <SettingsButton form={form} />
      </header>
      <div className="grid grid-cols-1 gap-1">
        <FromPanel swap={swap} onPick={() => setSide('from')} />
        <FlipButton onFlip={form.flip} />
        <ToPanel swap={swap} onPick={() => setSide('to')} />
      </div>
      <div className="mt-3 grid grid-cols-1 gap-3">
        <RecipientField form={form} recipient={swap.recipient} />
        <SwapNotice swap={swap} />
        {swap.price === undefined || swap.error !== undefined ? undefined : (
          <QuoteSummary swap={swap} price={swap.price} />
        )}
        <SwapButton swap={swap} chains={chains} />
      </div>
      {side === undefined ? undefined : (
        <CurrencyPicker
          title={side === 'from' ? 'You pay with' : 'You receive'}
          chains={chains}
          balances={balances}
          chosen={side === 'from' ? form.from : form.to}
          onClose={() => setSide(undefined)}
          onPick={(place) => {
            if (side === 'from') form.pickFrom(place);
            else form.pickTo(place);
            setSide(undefined);
          }}
        />
      )}
    </section>
  );
}

interface PanelProps {
  readonly swap: Swap;
  readonly onPick: () => void;
}

function FromPanel({ swap, onPick }: PanelProps): ReactElement {
  const { form, balance, price, amount } = swap;
  const { from } = form;
  return (
    <AmountPanel
      label="You pay"
      place={from}
      text={form.amountText}
      onText={form.setAmount}
      onPick={onPick}
      {...(form.isUsd ? { prefix: '$' } : {})}
      left={
        <button
          type="button"
          onClick={swap.toggleUsd}
          disabled={amount !== undefined && swap.usdPrice === undefined}
          className="-ml-1.5 flex items-center gap-1 rounded-md px-1.5 py-0.5 hover:bg-card hover:text-ink"
        >
          <ArrowUpDown size={13} aria-hidden />
          <span>
            {form.isUsd
              ? `${amount === undefined || from === undefined ? '–' : shortUnits(amount, from.currency.decimals)} ${from?.currency.symbol ?? ''}`
              : usdOr(swap.valueUsd ?? price?.details.currencyIn.amountUsd)}
          </span>
          <span className="sr-only">
            {form.isUsd ? '. Type an amount' : '. Type a value in USD'}
          </span>
        </button>
      }
      right={
        balance === undefined || from === undefined ? undefined : (
          <span className="flex items-center gap-2">
            <span>{`${shortUnits(balance, from.currency.decimals)} ${from.currency.symbol}`}</span>
            <button
              type="button"
              onClick={swap.useMax}
              disabled={balance === 0n}
              className="rounded-md bg-tint px-1.5 py-0.5 font-medium text-accent disabled:text-quiet"
            >
              Max
            </button>
          </span>
        )
      }
    />
  );
}

function ToPanel({ swap, onPick }: PanelProps): ReactElement {
  const { form, price, isBusy } = swap;
  const { to } = form;
  // A price that failed promises nothing.
  const out = swap.error === undefined ? price?.details.currencyOut : undefined;
  const held = balanceOf(swap.balances, to);
  const text =
    out === undefined ? '' : shortAmount(Money.format(BigInt(out.amount), out.currency.decimals));
  return (
    <AmountPanel
      label="You receive"
      place={to}
      text={text}
      onPick={onPick}
      isBusy={isBusy}
      left={
        <span className="tabular-nums">
          <span>{usdOr(out?.amountUsd)}</span>
          {price === undefined || out === undefined ? undefined : (
            <Impact percent={price.details.totalImpact.percent} />
          )}
        </span>
      }
      right={
        held === undefined || to === undefined
          ? undefined
          : `${shortUnits(held, to.currency.decimals)} ${to.currency.symbol}`
      }
    />
  );
}

function FlipButton({ onFlip }: { readonly onFlip: () => void }): ReactElement {
  return (
    <div className="relative z-10 -my-4 flex justify-center">
      <button
        type="button"
        onClick={onFlip}
        aria-label="Flip both sides"
        className="rounded-xl border-4 border-card bg-raised p-2 text-accent shadow-sm transition hover:rotate-180"
      >
        <ArrowDown size={18} aria-hidden />
      </button>
    </div>
  );
}
