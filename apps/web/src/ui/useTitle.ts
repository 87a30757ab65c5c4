import { useEffect } from 'react';

/** Names the page in the tab of the browser, as in `Activity · Portage`. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Portage`;
  }, [title]);
}
