import type { DashboardSession } from '@portage/core/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState, type ReactElement } from 'react';
import { Notice } from '../ui/Notice.js';
import { Button } from '../ui/Button.js';
import { mendLanguage } from './mendLanguage.js';
import { ApiError, readApi } from './readApi.js';
import { readKey, SessionContext, writeKey, type Session } from './session.js';
import { SignIn } from './SignIn.js';

/** Pages with their charts, which nobody needs before a key is accepted. */
const Pages = lazy(async () => {
  mendLanguage();
  return { default: (await import('./Pages.js')).Pages };
});

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
  });
  const session = useMemo(
    (): Session | undefined =>
      key === undefined || data === undefined
        ? undefined
        : { ...data, secret: key, signOut: () => chooseKey(undefined) },
    // The client is one for the life of the page.
    [key, data],
  );
  if (key === undefined || (error instanceof ApiError && error.status < 500))
    return <SignIn onKey={chooseKey} refusal={key === undefined ? undefined : error?.message} />;
  if (error !== null)
    return (
      <main className="mx-auto grid max-w-md gap-3 p-6">
        <h1 className="text-xl font-semibold">Dashboard</h1>
        <Notice tone="bad" title="The service does not answer.">
          {error.message}
        </Notice>
        <Button onClick={() => location.reload()}>Try again</Button>
      </main>
    );
  const signingIn = <main className="p-6 text-quiet">Signing in …</main>;
  if (session === undefined) return signingIn;
  return (
    <SessionContext value={session}>
      <Suspense fallback={signingIn}>
        <Pages />
      </Suspense>
    </SessionContext>
  );
}
