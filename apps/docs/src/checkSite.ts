/**
 * Reads the built site as a browser does: every link of every page leads to a page, a file and an
 * anchor that are there, and nothing is loaded from elsewhere.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const dist = join(import.meta.dirname, '../dist');
const base = '/docs/';
/** Paths that the service serves beside the site. */
const others: ReadonlySet<string> = new Set(['/openapi.json', '/docs/api/try']);

const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((file) =>
  file.replaceAll('\\', '/'),
);
const pages = new Map(
  files
    .filter((file) => file.endsWith('.html'))
    .map((file) => [addressOf(file), readFileSync(join(dist, file), 'utf8')]),
);
const assets = new Set(files.map((file) => `${base}${file}`));
const anchors = new Map([...pages].map(([address, html]) => [address, idsOf(html)]));

/** Address of a page, without its ending. */
function addressOf(file: string): string {
  return `${base}${file}`.replace(/(?:index)?\.html$/, '');
}

function idsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1] ?? ''));
}

/** Fault of a reference that a page makes; undefined where it leads to its place. */
function faultOf(page: string, target: string): string | undefined {
  const url = new URL(target.replaceAll('&amp;', '&'), `http://site${page}`);
  if (url.origin !== 'http://site') return undefined;
  const path = decodeURI(url.pathname);
  if (others.has(path) || assets.has(path)) return undefined;
  const ids = anchors.get(path) ?? anchors.get(`${path}/`);
  if (!path.startsWith(base) && path !== '/docs') return 'leads out of the site';
  if (ids === undefined) return 'leads to no page';
  const anchor = decodeURIComponent(url.hash.slice(1));
  return anchor === '' || ids.has(anchor) ? undefined : 'leads to no anchor';
}

let checked = 0;
const faults = new Set<string>();
for (const [page, html] of pages) {
  for (const [, target = ''] of html.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
    checked += 1;
    const fault = faultOf(page, target);
    if (fault !== undefined) faults.add(`${page}: ${target} ${fault}`);
  }
  const loaded = html.matchAll(/<(?:script|img|link)\b[^>]*?(?:src|href)="([^"]+)"/g);
  for (const [, target = ''] of loaded)
    if (/^(?:https?:)?\/\//.test(target)) faults.add(`${page}: ${target} is loaded from elsewhere`);
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${pages.size} pages, ${checked} links, ${faults.size} problems\n`);
process.exitCode = faults.size === 0 && pages.size > 0 ? 0 : 1;
