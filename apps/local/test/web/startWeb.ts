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

/** What a test needs of the system beside the app. */
export interface WebOptions extends Pick<SystemOptions, 'chains'> {
  /** Folder of the documentation; what was built, or none, by default. */
  readonly docs?: string | undefined;
}

/** Starts the system with quick blocks, and the browser beside it. */
export async function startWeb({ chains, docs = docsDir() }: WebOptions = {}): Promise<Web> {
  const [dir, browser] = await Promise.all([buildApp(), openBrowser()]);
  const system = await startOnSharedServer({
    dataDir: undefined,
    port: 0,
    blockTimeSeconds: 0.25,
    accounts: 2,
    appDir: dir,
    docs: docs === undefined ? undefined : { dir: docs },
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
