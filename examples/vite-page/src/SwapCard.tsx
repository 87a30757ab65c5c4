import { useChains, useExecute, useQuote } from '@portage/react';
import type { ChainInfo, QuoteBody } from '@portage/sdk';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { parseUnits } from 'viem';
import { Progress } from './Progress';
import { connect } from './wallet';

/** Account that prices are shown for before a wallet is there. */
const nobody = '0x000000000000000000000000000000000000dEaD';

/** Swaps the native currency of one chain for that of another. */
export function SwapCard() {
  const { data: all, error: unreachable } = useChains();
  const chains = all?.filter(({ vmType, disabled }) => vmType === 'evm' && !disabled) ?? [];
  const [from, setFrom] = useState<number>();
  const [to, setTo] = useState<number>();
  const [amount, setAmount] = useState('0.01');
  const wallet = useMutation({ mutationFn: connect });
  const origin = chains.find(({ id }) => id === from) ?? chains[0];
  const destination = chains.find(({ id }) => id === to) ?? chains[1];
  const request = requestOf({ user: wallet.data ?? nobody, origin, destination, amount });
  const { data: quote, error: noQuote, isFetching } = useQuote(request);
  const { mutate: execute, progress, isPending, error: stopped } = useExecute();
  const fault = unreachable ?? wallet.error ?? noQuote ?? stopped;
  const output = quote?.details.currencyOut;
  const swap = () => {
    if (quote === undefined || request === undefined) return;
    execute({ quote, request, minAmountOut: quote.details.currencyOut.minimumAmount });
  };
  const flip = () => {
    setFrom(destination?.id);
    setTo(origin?.id);
  };
  return (
    <section className="card" aria-busy={isFetching}>
      <h1>Swap</h1>
      <Side label="From" chains={chains} chain={origin} onChoose={setFrom}>
        <input
          aria-label="Amount"
          inputMode="decimal"
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
      </Side>
      <button className="flip" aria-label="Flip the chains" onClick={flip}>
        ↓
      </button>
      <Side label="To" chains={chains} chain={destination} onChoose={setTo}>
        <output>{output?.amountFormatted ?? '…'}</output>
      </Side>
      {quote !== undefined && (
        <p className="quiet">
          Costs {quote.fees.relayer.amountUsd} USD, takes about {quote.details.timeEstimate} s
        </p>
      )}
      {wallet.data === undefined ? (
        <button className="main" disabled={wallet.isPending} onClick={() => wallet.mutate()}>
          Connect a wallet
        </button>
      ) : (
        <button className="main" disabled={quote === undefined || isPending} onClick={swap}>
          {isPending ? 'Swapping' : 'Swap'}
        </button>
      )}
      {progress !== undefined && <Progress progress={progress} />}
      {fault !== null && <p role="alert">{fault.message}</p>}
    </section>
  );
}

interface Choice {
  readonly user: string;
  readonly origin: ChainInfo | undefined;
  readonly destination: ChainInfo | undefined;
  readonly amount: string;
}

/** The request of what is chosen; undefined while something is missing. */
function requestOf({ user, origin, destination, amount }: Choice): QuoteBody | undefined {
  if (origin === undefined || destination === undefined || !/^\d*\.?\d+$/.test(amount))
    return undefined;
  const units = parseUnits(amount, origin.currency.decimals);
  if (units === 0n) return undefined;
  const [originChainId, destinationChainId] = [origin.id, destination.id];
  return { user, originChainId, destinationChainId, amount: units.toString() };
}

interface SideProps {
  readonly label: string;
  readonly chains: readonly ChainInfo[];
  readonly chain: ChainInfo | undefined;
  readonly onChoose: (chainId: number) => void;
  readonly children: React.ReactNode;
}

function Side({ label, chains, chain, onChoose, children }: SideProps) {
  const id = useId();
  return (
    <div className="side">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={chain?.id} onChange={({ target }) => onChoose(Number(target.value))}>
        {chains.map((each) => (
          <option key={each.id} value={each.id}>
            {each.displayName}
          </option>
        ))}
      </select>
      <span className="amount">
        {children} {chain?.currency.symbol}
      </span>
    </div>
  );
}
