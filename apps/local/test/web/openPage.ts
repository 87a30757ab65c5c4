import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

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

/** Opens a page of its own in a browser, with an empty store, and notes its faults. */
export async function openPage(
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
