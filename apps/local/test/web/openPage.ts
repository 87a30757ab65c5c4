import { waitMsMax } from '@portage/testing';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** How a page is opened. */
export interface OpenOptions extends BrowserContextOptions {
  readonly path?: string;
  /** Puts into the browser what has to be there before the page is. */
  readonly prepare?: (context: BrowserContext) => Promise<void>;
}

/** An open page. */
export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts, and what the content security policy refused. */
  readonly faults: readonly string[];
}

/** Opens a page of its own in a browser, with an empty store, and notes its faults. */
export async function openPage(
  browser: Browser,
  url: string,
  { path = '/', prepare, ...options }: OpenOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    locale: 'en-US',
    ...options,
  });
  // Of every tab and window of it.
  context.setDefaultTimeout(waitMsMax);
  await prepare?.(context);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    const { url: source } = message.location();
    if (message.type() === 'error' && !isExpectedMiss(source))
      faults.push(`${message.text()} ${source}`);
  });
  page.on('response', (answer) => {
    if (answer.status() < 400 || isExpectedMiss(answer.url())) return;
    // A page that was left keeps no answers.
    const text = answer.text().catch(() => '(left before it was read)');
    void text.then((said) => faults.push(`${answer.url()} ${said.slice(0, 200)}`));
  });
  // Each test waits for the elements that it looks at.
  await page.goto(url + path, { waitUntil: 'domcontentloaded' });
  return { page, context, faults };
}

/**
 * A transaction that is reported before a block has it is answered with 404, and found later. The
 * exchange answers 400 where it knows no account or no key. Browsers log both.
 */
export function isExpectedMiss(url: string): boolean {
  return /\/transactions\/index$|\/api\/v1\/(apikeys|account)\?/.test(url);
}
