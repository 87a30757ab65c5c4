import type { ReactElement, ReactNode } from 'react';
import { Link } from '../router/Link.js';
import { useRoute } from '../router/router.js';
import { useSettings } from '../settings/useSettings.js';
import { families } from '../wallets/families.js';
import { ThemeButton } from './ThemeButton.js';
import { WalletButton } from './WalletButton.js';

/** Properties of {@link Shell}. */
export interface ShellProps {
  readonly children: ReactNode;
}

/**
 * Frame of every page: the way around, the wallets, and what kind of money this is. The footer is
 * in `index.html`, which is seen before this program runs.
 */
export function Shell({ children }: ShellProps): ReactElement {
  const { page } = useRoute();
  const isDevnet = useSettings()?.faucetUrl !== undefined;
  return (
    <div className="flex flex-1 flex-col">
      <header>
        {isDevnet ? (
          <p className="bg-warn-tint px-4 py-1.5 text-center text-sm font-medium text-warn">
            Local test network: the money here is worth nothing.
          </p>
        ) : undefined}
        <div className="mx-auto flex w-full max-w-5xl flex-wrap items-center gap-x-1 gap-y-2 px-3 py-4 sm:gap-3 sm:px-4">
          <Link to={{ page: 'swap' }} className="flex items-center gap-2 rounded-lg font-semibold">
            <img src="/app/icon.svg" alt="" width={30} height={30} className="shrink-0" />
            <span className="text-lg tracking-tight max-sm:sr-only">Portage</span>
          </Link>
          <nav aria-label="Pages" className="flex sm:ml-4 sm:gap-1">
            <Link to={{ page: 'swap' }} isCurrent={page === 'swap'} className={linkStyle}>
              Swap
            </Link>
            <Link to={{ page: 'activity' }} isCurrent={page !== 'swap'} className={linkStyle}>
              Activity
            </Link>
          </nav>
          <div className="ml-auto flex items-center sm:gap-1.5">
            <ThemeButton />
            <WalletButton />
          </div>
        </div>
      </header>
      <main className="mx-auto w-full max-w-5xl flex-1 px-3 pt-4 pb-12 sm:px-4 sm:pt-10">
        {children}
      </main>
      {families.map(({ vm, Overlay }) =>
        Overlay === undefined ? undefined : <Overlay key={vm} />,
      )}
    </div>
  );
}

const linkStyle =
  'rounded-full px-2 py-1.5 text-sm sm:px-3 font-medium text-quiet hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:shadow-sm';
