import { useSyncExternalStore } from 'react';

/** Page of the app. */
export type Route =
  | { readonly page: 'swap' }
  | { readonly page: 'activity' }
  | { readonly page: 'request'; readonly requestId: string };

const changed = 'portage:navigate';

/** Reads a path; what is no page is the swap page. */
export function readRoute(path: string): Route {
  const [first, requestId] = path.split('/').filter((part) => part !== '');
  if (first !== 'activity') return { page: 'swap' };
  return requestId === undefined ? { page: 'activity' } : { page: 'request', requestId };
}

/** Path of a page. */
export function pathOf(route: Route): string {
  if (route.page === 'swap') return '/';
  return route.page === 'activity' ? '/activity' : `/activity/${route.requestId}`;
}

/** Goes to a page without loading the app again. */
export function navigate(route: Route): void {
  history.pushState(undefined, '', pathOf(route));
  dispatchEvent(new Event(changed));
  scrollTo(0, 0);
}

/** The page that the address bar names. */
export function useRoute(): Route {
  const path = useSyncExternalStore(subscribe, () => location.pathname);
  return readRoute(path);
}

function subscribe(onChange: () => void): () => void {
  addEventListener('popstate', onChange);
  addEventListener(changed, onChange);
  return () => {
    removeEventListener('popstate', onChange);
    removeEventListener(changed, onChange);
  };
}
