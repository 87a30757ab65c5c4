import type { ChainInfo } from '@portage/sdk';
import { FlaskConical } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { chainName } from '../currencies/place.js';
import { useExecution } from '../execution/executionContext.js';
import { ErrorNotice } from '../explain/ErrorNotice.js';
import { Button } from '../ui/Button.js';
import { useStartTestWallets } from '../connect/useStartTestWallets.js';
import { useWallets } from '../wallets/walletsContext.js';
import { WalletsDialog } from '../connect/WalletsDialog.js';
import type { Swap } from './useSwap.js';

/** Properties of a {@link SwapButton}. */
export interface SwapButtonProps {
  readonly swap: Swap;
  readonly chains: readonly ChainInfo[];
}

/** The button: it connects a wallet, says what is missing, or swaps. */
export function SwapButton({ swap, chains }: SwapButtonProps): ReactElement {
  const wallets = useWallets();
  const execution = useExecution();
  const [isConnecting, setConnecting] = useState(false);
  const tests = useStartTestWallets(chains);
  const { from } = swap.form;
  const payer = wallets.find(from?.chain.vmType);
  if (payer === undefined)
    return (
      <div className="grid gap-2">
        <Button size="large" onClick={() => setConnecting(true)} disabled={from === undefined}>
          {from === undefined || wallets.connected.length === 0
            ? 'Connect wallet'
            : `Connect a wallet for ${chainName(from.chain)}`}
        </Button>
        {tests.isOffered ? (
          <Button tone="soft" size="large" disabled={tests.isPending} onClick={tests.start}>
            <span className="inline-flex items-center gap-2">
              <FlaskConical size={18} aria-hidden />
              <span>{tests.isPending ? 'Getting test money…' : 'Try it with test money'}</span>
            </span>
          </Button>
        ) : undefined}
        {tests.error === null ? undefined : <ErrorNotice error={tests.error} />}
        {isConnecting ? (
          <WalletsDialog chains={chains} onClose={() => setConnecting(false)} />
        ) : undefined}
      </div>
    );
  const missing = missingOf(swap);
  const { ready, isExpired, isBusy } = swap;
  const isOld = isExpired && !isBusy;
  return (
    <div className="grid gap-2">
      <Button
        size="large"
        disabled={missing !== undefined || (ready === undefined && !isOld)}
        onClick={() => {
          if (ready !== undefined) execution.start(ready.quote, ready.request);
          else swap.refresh();
        }}
      >
        {missing ??
          (isOld
            ? 'Get a new price'
            : ready === undefined && isBusy
              ? 'Getting the best price…'
              : 'Swap')}
      </Button>
      {payer.note === undefined ? undefined : (
        <p className="text-center text-sm text-quiet">{payer.note}</p>
      )}
    </div>
  );
}

/** First obstacle to the swap, as text of the button; undefined where there is none. */
function missingOf({ form, amount, balance, recipient, error }: Swap): string | undefined {
  const { from, to } = form;
  if (amount === undefined) return 'Enter an amount';
  if (from !== undefined && balance !== undefined && balance < amount)
    return `Not enough ${from.currency.symbol}`;
  if (to !== undefined && recipient.address === undefined) return 'Enter a recipient';
  return error === undefined ? undefined : 'Price unavailable';
}
