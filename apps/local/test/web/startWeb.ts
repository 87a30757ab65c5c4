import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startSystem, type System } from '../../src/startSystem.js';
import { buildApp } from './buildApp.js';
import { openBrowser } from './openBrowser.js';

/** The whole system with the app, and a browser to look at it. */
export interface Web {
  readonly system: System;
  /** Opens a page of its own, with an empty store; faults of its scripts fail the test. */
  open(options?: OpenOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

/** How a page is opened. */
export interface OpenOptions extends BrowserContextOptions {
  readonly path?: string;
}

/** An open page. */
export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts, and what the content security policy refused. */
  readonly faults: readonly string[];
}

const waitMsMax = 20_000;

/** Starts the system with quick blocks, and the browser beside it. */
export async function startWeb(): Promise<Web> {
  const [dir, browser] = await Promise.all([buildApp(), openBrowser()]);
  const system = await startSystem({
    dataDir: undefined,
    port: 0,
    blockTimeSeconds: 0.25,
    accounts: 2,
    appDir: dir,
  }).catch(async (error: unknown) => {
    await browser.close();
    throw error;
  });
  return {
    system,
    open: (options) => open(browser, system.url, options),
    close: async () => {
      await browser.close();
      await system.close();
    },
  };
}

async function open(
  browser: Browser,
  url: string,
  { path = '/', ...options }: OpenOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    locale: 'en-US',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(waitMsMax);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    const { url: source } = message.location();
    if (message.type() === 'error' && !isEarlyNotice(source))
      faults.push(`${message.text()} ${source}`);
  });
  page.on('response', (answer) => {
    if (answer.status() < 400 || isEarlyNotice(answer.url())) return;
    void answer.text().then((text) => faults.push(`${answer.url()} ${text.slice(0, 200)}`));
  });
  await page.goto(url + path);
  return { page, context, faults };
}

/** A transaction that is told of before a block has it is answered with 404, and found later. */
function isEarlyNotice(url: string): boolean {
  return url.endsWith('/transactions/index');
}
