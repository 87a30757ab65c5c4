import { isAbsolute } from 'node:path';
import type { Chains } from '@portage/core/chain';
import type { FastifyInstance } from 'fastify';
import { appPolicy } from './appPolicy.js';
import { notBuilt, readAppFiles, type AppFile } from './readAppFiles.js';
import { sendFile } from './sendFile.js';

/** Built app that a server serves beside its endpoints. */
export interface AppOptions {
  /**
   * Absolute path of its folder: `index.html`, and below `app` files whose names hold a hash of
   * what is in them.
   */
  readonly dir: string;
  /** URL of a faucet that gives away test money; absent on chains with real money. */
  readonly faucetUrl?: string | undefined;
  /** Keys that anybody may open the dashboard with, on chains where money is worth nothing. */
  readonly demoKeys?: (() => readonly DemoKey[]) | undefined;
}

/** Key of a devnet that its pages offer to newcomers, with its secret. */
export interface DemoKey {
  readonly name: string;
  readonly secret: string;
  /** Whether its sponsor pays fees of the swap page. */
  readonly isSponsor?: boolean | undefined;
}

/** Pages of the app. Those of one file read their address. */
const pages = {
  'index.html': ['/', '/activity', '/activity/:requestId'],
  'dashboard.html': ['/dashboard', '/dashboard/:page', '/dashboard/requests/:requestId'],
} as const;

/**
 * Serves an app at `GET /`. Its files are read once, so no path of a call ever reaches the disk.
 * Those named by their hash are kept for ever by browsers, the page is asked for each time.
 */
export function registerApp(app: FastifyInstance, options: AppOptions, chains: Chains): void {
  const { dir, faucetUrl, demoKeys } = options;
  if (!isAbsolute(dir)) throw new Error('The folder of the app is an absolute path.');
  const files = readAppFiles(dir);
  const index = files.find(({ path }) => path === 'index.html');
  if (index === undefined) throw notBuilt('app', dir);
  const policy = appPolicy(chains, faucetUrl === undefined ? [] : [faucetUrl]);
  for (const [path, urls] of Object.entries(pages)) {
    const file = files.find((each) => each.path === path);
    if (file !== undefined) for (const url of urls) serve(app, { url, file, policy });
  }
  for (const file of files)
    if (!(file.path in pages)) serve(app, { url: `/${file.path}`, file, policy });
  app.get('/app/settings.json', (_, reply) =>
    reply.header('cache-control', 'no-cache').send({ faucetUrl, demoKeys: demoKeys?.() }),
  );
}

interface Served {
  readonly url: string;
  readonly file: AppFile;
  readonly policy: string;
}

function serve(app: FastifyInstance, { url, file, policy }: Served): void {
  const isHashed = /-[\w-]{4,}\.\w+$/.test(file.path);
  app.get(url, (request, reply) => sendFile(request, reply, { file, policy, isHashed }));
}
