import { eventually } from '@portage/testing';

interface ListedChain {
  readonly id: number;
  readonly disabled?: boolean;
}

/** Waits until a service quotes with these chains. */
export async function awaitOpen(
  url: string,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  await eventually(
    async () => {
      const answer = await fetch(`${url}/chains`, { signal });
      const { chains } = (await answer.json()) as { readonly chains: readonly ListedChain[] };
      return ids.filter((id) => chains.some((chain) => chain.id === id && chain.disabled !== true));
    },
    (open) => open.length === ids.length,
    { what: 'chains that are open', everyMs: 250 },
  );
}

/** Code of an error, or its words where it has none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, errorCode } = error as { readonly code?: unknown; readonly errorCode?: unknown };
  const named = [errorCode, code].find((each) => typeof each === 'string');
  return named ?? error.message.slice(0, 200);
}
