import { useChains } from '@portage/react';
import { WalletMinimal } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { shortText } from '../format/short.js';
import { useWallets } from '../wallets/walletsContext.js';
import { WalletsDialog } from '../connect/WalletsDialog.js';

/** Shows what is connected, and opens the wallets. */
export function WalletButton(): ReactElement {
  const { connected } = useWallets();
  const { data: chains } = useChains();
  const [isOpen, setOpen] = useState(false);
  const [first] = connected;
  const text =
    first === undefined
      ? 'Connect'
      : connected.length === 1
        ? shortText(first.address, 4)
        : `${String(connected.length)} wallets`;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        disabled={chains === undefined}
        onClick={() => setOpen(true)}
        className="flex items-center gap-2 rounded-full border border-line bg-card px-3 py-2 text-sm font-medium whitespace-nowrap shadow-sm sm:px-3.5 hover:border-accent"
      >
        <WalletMinimal size={16} aria-hidden className="text-accent max-[22rem]:hidden" />
        <span>{text}</span>
        {connected.some(({ isTest }) => isTest) ? (
          <span className="rounded-full bg-warn-tint px-2 py-0.5 text-xs font-semibold text-warn max-sm:sr-only">
            Test
          </span>
        ) : undefined}
      </button>
      {isOpen ? <WalletsDialog chains={chains ?? []} onClose={() => setOpen(false)} /> : undefined}
    </>
  );
}
