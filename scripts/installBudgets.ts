/**
 * Megabytes that an app has installed with each published package, peers counted. What a family
 * weighs is mostly its peer.
 */
export const weights: Readonly<Record<string, number>> = {
  '@portage/bitcoin': 26,
  '@portage/chain-kit': 10.5,
  '@portage/client': 10.2,
  // A third is the sources that explorers of chains compile, as text and compiled.
  '@portage/contracts': 2.7,
  // Most of it is the schema library. 0.1 MB of it are the shapes of version 3 of requests and
  // version 2 of deposit addresses, which all packages that bring it weigh as well.
  '@portage/core': 7.9,
  '@portage/evm': 52,
  '@portage/exchange': 9.6,
  '@portage/fees': 8.2,
  '@portage/metrics': 8.1,
  '@portage/networks': 0.2,
  '@portage/order': 9.5,
  '@portage/pools': 0.2,
  '@portage/react': 17,
  '@portage/sdk': 10.9,
  '@portage/solana': 37,
  '@portage/service': 265,
  '@portage/testing': 8.7,
  '@portage/withdrawals': 9.3,
};

/** Libraries that serve HTTP or take connections: a wallet app needs none of them. */
export const httpServers: readonly string[] = [
  '@fastify/http-proxy',
  '@hapi/hapi',
  '@hono/node-server',
  'connect',
  'express',
  'fastify',
  'h3',
  'hono',
  'jayson',
  'koa',
  'polka',
  'restify',
  'socket.io',
  'ws',
];

/**
 * Packages that come all the same, by the package that they come with, and why. They come with the
 * library of the chain, which the app chose by its wallet.
 */
export const allowedInside: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '@portage/evm': { ws: 'the WebSocket client of viem in Node; browsers have their own' },
  '@portage/solana': {
    bufferutil: 'optional speed of the WebSocket client of @solana/web3.js in Node',
    jayson: 'the JSON-RPC client of @solana/web3.js; its server is not loaded',
    'utf-8-validate': 'optional speed of the WebSocket client of @solana/web3.js in Node',
    ws: 'the WebSocket client of @solana/web3.js in Node; browsers have their own',
  },
};
