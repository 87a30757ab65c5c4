'use client';

import { useQuote } from '@portage/react';
import { useState } from 'react';

/** A chain that a price can be asked for. */
export interface Choice {
  readonly id: number;
  readonly displayName: string;
  readonly symbol: string;
}

/** Account that prices are shown for; nothing is signed here. */
const user = '0x000000000000000000000000000000000000dEaD';
const amount = '10000000000000000';

/** Shows what 0.01 of one chain's currency brings on another, and keeps it fresh. */
export function Price({ choices }: { readonly choices: readonly Choice[] }) {
  const [isFlipped, setFlipped] = useState(false);
  const [origin, destination] = isFlipped ? [choices[1], choices[0]] : choices;
  const { data: quote, error } = useQuote(
    origin === undefined || destination === undefined
      ? undefined
      : { user, originChainId: origin.id, destinationChainId: destination.id, amount },
  );
  if (origin === undefined || destination === undefined) return <p>No two chains are there.</p>;
  const { amountFormatted } = quote?.details.currencyOut ?? {};
  return (
    <section aria-live="polite">
      <h2>
        0.01 {origin.symbol} from {origin.displayName} to {destination.displayName}
      </h2>
      <p className="price">{error?.message ?? `${amountFormatted ?? '…'} ${destination.symbol}`}</p>
      <button onClick={() => setFlipped(!isFlipped)}>The other way</button>
    </section>
  );
}
