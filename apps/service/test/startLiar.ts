import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An endpoint of Solana that passes everything on. */
export interface Liar {
  readonly url: string;
  /** From now on byte 1000 of a program, by its address, is another one where it is asked for. */
  damage(program: string | undefined): void;
  close(): Promise<void>;
}

/** Starts an endpoint before that of a cluster. */
export async function startLiar(rpcUrl: string): Promise<Liar> {
  let program: string | undefined;
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(rpcUrl, { method: 'POST', headers, body });
      const text = await answer.text();
      const isAsked = program !== undefined && body.includes(program);
      response.writeHead(answer.status, headers).end(isAsked ? withByte(text) : text);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    damage: (damaged) => {
      program = damaged;
    },
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An answer about a program and its bytes, with one of them turned over. */
function withByte(text: string): string {
  const answer = JSON.parse(text) as {
    readonly result: { readonly value: readonly { data: [string, string] }[] };
  };
  const data = answer.result.value[1]?.data;
  if (data === undefined) return text;
  const bytes = Buffer.from(data[0], 'base64');
  bytes[45 + 1_000] = (bytes[45 + 1_000] ?? 0) ^ 0xff;
  data[0] = bytes.toString('base64');
  return JSON.stringify(answer);
}
