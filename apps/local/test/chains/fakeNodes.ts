/**
 * Nodes of many fake EVM chains in one process: `fakeNodes.ts FIRST_ID NODE_URL BLOCK_MS…`, with
 * the milliseconds between two blocks of each. They make empty blocks, and have the contracts of
 * the node that is named. The first line of standard output is their URL; the index of a chain is
 * its path.
 */
import { createServer } from 'node:http';
import { answerCalls, createFakeChain, type AskNode } from './fakeChain.js';

const [firstId = '', nodeUrl = '', ...paces] = process.argv.slice(2);
const startedAt = Math.floor(Date.now() / 1_000) * 1_000;

/** Answers of the node, which change with no block. */
const known = new Map<string, Promise<object>>();

async function fetchReply(body: string): Promise<object> {
  const response = await fetch(nodeUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown };
  return error === undefined ? { result } : { error };
}

const askNode: AskNode = (method, params) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const reply = known.get(body) ?? fetchReply(body);
  known.set(body, reply);
  return reply;
};

const chains = paces.map((blockMs, index) =>
  createFakeChain(
    { index, chainId: Number(firstId) + index, startedAt, blockMs: Number(blockMs) },
    askNode,
  ),
);

const server = createServer((request, response) => {
  const answer = chains[Number(request.url?.slice(1))];
  if (answer === undefined) {
    response.writeHead(404).end();
    return;
  }
  answerCalls(request, response, answer).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  process.stdout.write(
    `${JSON.stringify({ url: `http://127.0.0.1:${String(port)}`, startedAt })}\n`,
  );
});
