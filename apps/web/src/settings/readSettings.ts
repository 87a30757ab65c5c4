import { isRecord } from '../storage/isRecord.js';
import { askUntilKnown } from './askUntilKnown.js';

/** Environment of the page, as the server states it. */
export interface Settings {
  /** URL of a faucet; there is one on a devnet alone, where money is worth nothing. */
  readonly faucetUrl: string | undefined;
  /** Keys for the dashboard of a devnet, whose money is worth nothing. */
  readonly demoKeys: readonly DemoKey[];
  /** Key of them whose sponsor pays fees; undefined where there is none. */
  readonly sponsorKey: string | undefined;
}

/** Key that a devnet offers to everybody. */
export interface DemoKey {
  readonly name: string;
  readonly secret: string;
  /** Whether its sponsor pays fees of the swap page. */
  readonly isSponsor?: boolean | undefined;
}

/** Settings of the server, asked for until they are there. */
export const settings: Promise<Settings> = readSettings();

async function readSettings(): Promise<Settings> {
  const answer = await askUntilKnown(() => fetch('/app/settings.json'));
  const body: unknown = answer.ok ? await answer.json() : undefined;
  const faucetUrl = isRecord(body) ? body['faucetUrl'] : undefined;
  const demoKeys = isRecord(body) ? body['demoKeys'] : undefined;
  const keys = Array.isArray(demoKeys) ? demoKeys.filter(isDemoKey) : [];
  return {
    faucetUrl: typeof faucetUrl === 'string' ? faucetUrl : undefined,
    demoKeys: keys,
    sponsorKey: keys.find(({ isSponsor }) => isSponsor)?.secret,
  };
}

function isDemoKey(value: unknown): value is DemoKey {
  return (
    isRecord(value) && typeof value['name'] === 'string' && typeof value['secret'] === 'string'
  );
}
