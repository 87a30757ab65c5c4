import { createPortage } from '@portage/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageFetch } from '../portage/pageFetch.js';
import { useSession } from './session.js';

/** Reads what is shown of a request anew with each change that the service pushes. */
export function useLiveRequest(requestId: string): void {
  const { secret } = useSession();
  const queries = useQueryClient();
  useEffect(() => {
    const end = new AbortController();
    createPortage({ baseUrl: location.origin, apiKey: secret, fetch: pageFetch() })
      .waitForStatus(requestId, {
        signal: end.signal,
        timeoutMs: Infinity,
        onStatus: () => void queries.invalidateQueries({ queryKey: ['dashboard'] }),
      })
      // The page looks every few seconds anyway.
      .catch(() => undefined);
    return () => {
      end.abort();
    };
  }, [requestId, secret, queries]);
}
