import type { ReactElement } from 'react';
import { readExecution, type StoredExecution } from '../execution/storedExecutions.js';
import { shortAmount } from '../format/amounts.js';
import { pathOf } from '../router/router.js';
import { Button } from '../ui/Button.js';

/** Properties of a {@link BrokenPage}. */
export interface BrokenPageProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** A page that broke: the swap that it keeps, and ways to go on. */
export function BrokenPage({ error, onRetry }: BrokenPageProps): ReactElement {
  const stored = readExecution();
  return (
    <main className="mx-auto grid w-full max-w-md gap-4 p-6">
      <h1 className="text-xl font-semibold">This page failed</h1>
      <p role="alert">
        A swap that you have paid goes on without this page. If the browser translates the page,
        switch that off and reload.
      </p>
      {stored === undefined ? undefined : <StoredSwap stored={stored} />}
      <div className="grid grid-cols-2 gap-2">
        <Button className="py-3" onClick={() => location.reload()}>
          Reload
        </Button>
        <Button tone="plain" className="py-3" onClick={onRetry}>
          Try again
        </Button>
      </div>
      <details className="text-sm text-quiet">
        <summary>Details</summary>
        <p className="mt-1 font-mono text-xs break-words">{error.message}</p>
      </details>
    </main>
  );
}

interface StoredSwapProps {
  readonly stored: StoredExecution;
}

/** The swap that the page keeps; a link of its own leads to it, without the program that broke. */
function StoredSwap({ stored: { quote } }: StoredSwapProps): ReactElement {
  const { currencyIn, currencyOut } = quote.details;
  const paid = `${shortAmount(currencyIn.amountFormatted)} ${currencyIn.currency.symbol}`;
  return (
    <div className="grid gap-1 rounded-2xl border border-line bg-card px-4 py-3">
      <p>{`Your swap of ${paid} to ${currencyOut.currency.symbol} is saved in this browser.`}</p>
      <a
        href={pathOf({ page: 'request', requestId: quote.requestId })}
        className="text-accent hover:underline"
      >
        Show this swap
      </a>
      <p className="font-mono text-xs break-all text-quiet">{quote.requestId}</p>
    </div>
  );
}
