import { LogOut } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { ThemeButton } from '../shell/ThemeButton.js';
import { useTitle } from '../ui/useTitle.js';
import { Footer } from './Footer.js';
import { PageLink } from './PageLink.js';
import { pages, pathOf, useDashboardRoute, type PageName } from './route.js';
import { useSession } from './session.js';

const titles: Readonly<Record<PageName, string>> = {
  overview: 'Overview',
  requests: 'Requests',
  usage: 'Usage',
  money: 'Fees',
  webhooks: 'Webhooks',
  service: 'Service',
};

/** Properties of {@link Frame}. */
export interface FrameProps {
  readonly children: ReactNode;
}

/** Frame of every page: the way around, and whose key this is. */
export function Frame({ children }: FrameProps): ReactElement {
  const { page } = useDashboardRoute();
  const { role, apiKey, signOut } = useSession();
  useTitle(titles[page]);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-6xl flex-col">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-4">
        <PageLink
          to={pathOf('overview')}
          className="flex items-center gap-2 rounded-lg font-semibold"
        >
          <img src="/app/icon.svg" alt="" width={30} height={30} />
          <span className="text-lg tracking-tight">Portage</span>
        </PageLink>
        <p className="ml-auto flex items-center gap-2 text-sm">
          <span className="rounded-full border border-line bg-card px-2.5 py-0.5 text-xs font-semibold text-accent">
            {role === 'operator' ? 'Operator' : 'App'}
          </span>
          <span className="font-mono text-xs text-quiet max-sm:hidden">{apiKey}</span>
        </p>
        <ThemeButton />
        <button
          type="button"
          onClick={signOut}
          aria-label="Sign out"
          className="rounded-full p-2.5 text-quiet hover:bg-card hover:text-ink"
        >
          <LogOut size={18} aria-hidden />
        </button>
        <nav
          aria-label="Pages"
          className="flex basis-full flex-wrap gap-0.5 border-b border-line pb-3 sm:gap-1"
        >
          {pages
            .filter((each) => each !== 'service' || role === 'operator')
            .map((each) => (
              <PageLink
                key={each}
                to={pathOf(each)}
                isCurrent={each === page}
                className="rounded-full px-2 py-1.5 text-sm font-medium text-quiet hover:text-ink sm:px-3 aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:shadow-sm"
              >
                {titles[each]}
              </PageLink>
            ))}
        </nav>
      </header>
      <main className="flex-1 px-4 pt-5 pb-10">{children}</main>
      <Footer />
    </div>
  );
}
