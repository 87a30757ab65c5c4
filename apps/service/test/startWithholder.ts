import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An endpoint that passes everything on but, for a while, what is sent to it. */
export interface Withholder {
  readonly url: string;
  /** Whether transactions are from now on taken with thanks and kept from the node. */
  withhold(isOn: boolean): void;
  close(): Promise<void>;
}

interface Call {
  readonly id: number;
  readonly method: string;
}

/** Id that the endpoint answers for a transaction that it keeps. */
const anyHash = `0x${'ab'.repeat(32)}`;

/** Starts an endpoint before that of an EVM node. */
export async function startWithholder(rpcUrl: string): Promise<Withholder> {
  let isOn = false;
  const pass = async (body: unknown): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(rpcUrl, { method: 'POST', headers, body: JSON.stringify(body) });
    return answer.json();
  };
  const reply = (call: Call): Promise<unknown> =>
    isOn && call.method === 'eth_sendRawTransaction'
      ? Promise.resolve({ jsonrpc: '2.0', id: call.id, result: anyHash })
      : pass(call);
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const calls = JSON.parse(Buffer.concat(chunks).toString()) as Call | readonly Call[];
      const answer = 'method' in calls ? await reply(calls) : await Promise.all(calls.map(reply));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    withhold: (held) => {
      isOn = held;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
