import { isRecord } from '../storage/isRecord.js';

/** What the server says about where the page runs. */
export interface Settings {
  /** URL of a faucet; there is one on a devnet alone, where money is worth nothing. */
  readonly faucetUrl: string | undefined;
}

/** Settings of the server, asked for once. */
export const settings: Promise<Settings> = readSettings();

async function readSettings(): Promise<Settings> {
  const answer = await fetch('/app/settings.json');
  const body: unknown = answer.ok ? await answer.json() : undefined;
  const faucetUrl = isRecord(body) ? body['faucetUrl'] : undefined;
  return { faucetUrl: typeof faucetUrl === 'string' ? faucetUrl : undefined };
}
