import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { buildPage } from '../buildPage.js';
import { openBrowser } from '../openBrowser.js';
import { openPage, type OpenPage } from '../openPage.js';
import type { Settings } from './settings.js';

/** Where the page lies for the browser; nothing listens there. */
const home = 'http://kit.localhost';

/** The built page, and a browser to look at it. */
export interface RelayKit {
  /** Opens the page with these settings in its address. */
  open(
    settings: Partial<Settings>,
    prepare?: (context: BrowserContext) => Promise<void>,
  ): Promise<OpenPage>;
  close(): Promise<void>;
}

/** Builds the page with the published interface, and starts a browser. */
export async function openRelayKit(): Promise<RelayKit> {
  const browser = openBrowser(['--disable-features=LocalNetworkAccessChecks']);
  const dir = await buildPage(import.meta.dirname).catch(async (error: unknown) => {
    await (await browser).close();
    throw error;
  });
  return {
    open: async (settings, prepare) =>
      openPage(await browser, home, {
        path: `/?${new URLSearchParams({ ...settings }).toString()}`,
        viewport: { width: 1_000, height: 1_100 },
        prepare: async (context) => {
          await serve(context, dir);
          await prepare?.(context);
        },
      }),
    close: async () => (await browser).close(),
  };
}

/** Hands out the files of the page; of others the browser reaches this machine alone. */
async function serve(context: BrowserContext, dir: string): Promise<void> {
  await context.route('**/*', async (route) => {
    const { origin, hostname, pathname } = new URL(route.request().url());
    if (origin === home)
      await route.fulfill({ path: join(dir, pathname === '/' ? 'index.html' : pathname) });
    else if (hostname === '127.0.0.1') await route.continue();
    else await route.abort();
  });
}

/** Faults of a page but those of foreign hosts, which only decorate it. */
export function ownFaults({ faults }: OpenPage): readonly string[] {
  return faults.filter((fault) => !/ https:\/\/\S+$/.test(fault));
}
