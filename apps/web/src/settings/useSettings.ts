import { useQuery, type QueryClient } from '@tanstack/react-query';
import { settings, type Settings } from './readSettings.js';

const queryKey = ['settings'];

/** Settings of the server; undefined until they are there. */
export function useSettings(): Settings | undefined {
  return useQuery({ queryKey, queryFn: () => settings, staleTime: Infinity }).data;
}

/** Milliseconds that the first frame waits for the settings; they may come later. */
const waitMsMax = 1_000;

/**
 * Waits a moment for the settings, which a page asks for before its program, so that nothing that
 * depends on them moves the first frame. Where there is no answer the page begins without them.
 */
export async function keepSettings(client: QueryClient): Promise<void> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, waitMsMax, undefined));
  const known = await Promise.race([settings, late]).catch(() => undefined);
  if (known !== undefined) client.setQueryData(queryKey, known);
}
