import { useMemo, useSyncExternalStore } from 'react';

/** Pages of the dashboard, in the order of the navigation. */
export const pages = ['overview', 'requests', 'usage', 'money', 'webhooks', 'service'] as const;

/** Name of a page. */
export type PageName = (typeof pages)[number];

/** Page that is shown, and the request whose story it is. */
export interface DashboardRoute {
  readonly page: PageName;
  readonly requestId: string | undefined;
}

const changed = 'portage:dashboard';

/** Path of a page. */
export function pathOf(page: PageName, requestId?: string): string {
  if (page === 'overview') return '/dashboard';
  return requestId === undefined ? `/dashboard/${page}` : `/dashboard/${page}/${requestId}`;
}

/** Goes to a path of the dashboard without loading it again. */
export function navigate(path: string): void {
  history.pushState(undefined, '', path);
  dispatchEvent(new Event(changed));
  scrollTo(0, 0);
}

/** The page that the address bar names; what is no page is the overview. */
export function useDashboardRoute(): DashboardRoute {
  const path = useSyncExternalStore(subscribe, () => location.pathname);
  const [, name, requestId] = path.split('/').filter((part) => part !== '');
  return { page: pages.find((page) => page === name) ?? 'overview', requestId };
}

/** Query of the address bar, as in `?status=refund`. */
export function useDashboardQuery(): URLSearchParams {
  const text = useSyncExternalStore(subscribe, () => location.search);
  return useMemo(() => new URLSearchParams(text), [text]);
}

/** Puts a query into the address bar, so that a link to the page finds the same. */
export function replaceQuery(query: URLSearchParams): void {
  const text = query.toString();
  history.replaceState(undefined, '', text === '' ? location.pathname : `?${text}`);
  dispatchEvent(new Event(changed));
}

function subscribe(onChange: () => void): () => void {
  addEventListener('popstate', onChange);
  addEventListener(changed, onChange);
  return () => {
    removeEventListener('popstate', onChange);
    removeEventListener(changed, onChange);
  };
}
