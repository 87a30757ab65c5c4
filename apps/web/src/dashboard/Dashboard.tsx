import type { DashboardSession } from '@portage/core/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState, type ReactElement } from 'react';
import { useIsLate } from '../shell/useIsLate.js';
import { Notice } from '../ui/Notice.js';
import { Button } from '../ui/Button.js';
import { ApiError, readApi } from './readApi.js';
import { readKey, SessionContext, writeKey, type Session } from './session.js';
import { SignIn } from './SignIn.js';

/** Pages with their charts, which are not needed before a key is accepted. */
const Pages = lazy(async () => ({ default: (await import('./Pages.js')).Pages }));

/** Milliseconds between two questions to a service that is away. */
const againMs = 5_000;

/** Whether an error says that the service is away, and nothing about the key. */
function isAway(error: Error | null): boolean {
  return error !== null && !(error instanceof ApiError && error.status < 500);
}

/** The whole dashboard: first a key, then pages. */
export function Dashboard(): ReactElement {
  const [key, setKey] = useState(readKey);
  const client = useQueryClient();
  const chooseKey = (next: string | undefined): void => {
    client.clear();
    writeKey(next);
    setKey(next);
  };
  const { data, error } = useQuery({
    queryKey: ['session', key],
    queryFn: async ({ signal }) =>
      // The service holds its answers to the schemas of the table.
      (await readApi('/dashboard/api/session', key ?? '', signal)) as DashboardSession,
    enabled: key !== undefined,
    staleTime: Infinity,
    // A service that is away lets in by itself once it is back.
    refetchInterval: ({ state }) => (isAway(state.error) ? againMs : false),
  });
  const session = useMemo(
    (): Session | undefined =>
      key === undefined || data === undefined
        ? undefined
        : { ...data, secret: key, signOut: () => chooseKey(undefined) },
    // The client is one for the life of the page.
    [key, data],
  );
  const isLate = useIsLate(key !== undefined && session === undefined);
  if (key === undefined || (error !== null && !isAway(error)))
    return <SignIn onKey={chooseKey} refusal={key === undefined ? undefined : error?.message} />;
  if (error !== null)
    return (
      <main className="mx-auto grid max-w-md gap-3 p-6">
        <h1 className="text-xl font-semibold">Dashboard</h1>
        <Notice tone="bad" title="The service is not answering.">
          This page asks again every few seconds.
        </Notice>
        <Button onClick={() => location.reload()}>Try again</Button>
        <Button tone="plain" onClick={() => chooseKey(undefined)}>
          Use another key
        </Button>
      </main>
    );
  const signingIn = (
    <main className="grid justify-items-start gap-3 p-6 text-quiet">
      <p role="status">{isLate ? 'The service is not answering yet…' : 'Signing in…'}</p>
      <Button tone="plain" onClick={() => chooseKey(undefined)}>
        Use another key
      </Button>
    </main>
  );
  if (session === undefined) return signingIn;
  return (
    <SessionContext value={session}>
      <Suspense fallback={signingIn}>
        <Pages />
      </Suspense>
    </SessionContext>
  );
}
