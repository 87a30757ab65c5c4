import { docsDir } from '../../src/builtDirs.js';
import type { System, SystemOptions } from '../../src/startSystem.js';
import { auditOnClose } from '../auditOnClose.js';
import { startOnSharedServer } from '../startOnSharedServer.js';
import { buildApp } from './buildApp.js';
import { openBrowser } from './openBrowser.js';
import { openPage, type OpenOptions, type OpenPage } from './openPage.js';

/** The whole system with the app, and a browser to look at it. */
export interface Web {
  readonly system: System;
  /** Opens a page of its own, with an empty store; faults of its scripts fail the test. */
  open(options?: OpenOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

/** Starts the system with quick blocks, and the browser beside it. */
export async function startWeb({ chains }: Pick<SystemOptions, 'chains'> = {}): Promise<Web> {
  const [dir, browser] = await Promise.all([buildApp(), openBrowser()]);
  const site = docsDir();
  const system = await startOnSharedServer({
    dataDir: undefined,
    port: 0,
    blockTimeSeconds: 0.25,
    accounts: 2,
    appDir: dir,
    docs: site === undefined ? undefined : { dir: site },
    ...(chains === undefined ? {} : { chains }),
  }).catch(async (error: unknown) => {
    await browser.close();
    throw error;
  });
  return {
    system,
    open: (options) => openPage(browser, system.url, options),
    close: async () => {
      await browser.close();
      await auditOnClose(system).close();
    },
  };
}
