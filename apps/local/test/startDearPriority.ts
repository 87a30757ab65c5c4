import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** JSON-RPC endpoint of a Solana node at which compute units may be dear. */
export interface DearPriority {
  readonly url: string;
  /** Passes requests on to the node at this address. */
  readonly follow: (target: string) => void;
  /** Price of a compute unit that it tells from now on, micro-lamports; the node's own without. */
  readonly set: (price: number | undefined) => void;
  close(): void;
}

/** An answer or a batch of them, as JSON-RPC has it. */
type Message = Readonly<Record<string, unknown>>;

const asList = (value: unknown): readonly Message[] =>
  (Array.isArray(value) ? value : [value]) as readonly Message[];

/** Starts an endpoint before its node is known. */
export async function startDearPriority(): Promise<DearPriority> {
  let [target, price] = ['', undefined as number | undefined];
  /** Answers in which the newest slots were paid for at the price. */
  const falsify = (asked: string, told: string): string => {
    if (price === undefined || !asked.includes('getRecentPrioritizationFees')) return told;
    const fees = Array.from({ length: 20 }, (_, slot) => ({ slot, prioritizationFee: price }));
    const calls = new Map(asList(JSON.parse(asked)).map(({ id, method }) => [id, method]));
    const replies = asList(JSON.parse(told)).map((reply) =>
      calls.get(reply['id']) === 'getRecentPrioritizationFees' ? { ...reply, result: fees } : reply,
    );
    return JSON.stringify(told.trimStart().startsWith('[') ? replies : replies[0]);
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const headers = { 'content-type': 'application/json' };
      fetch(target, { method: 'POST', headers, body })
        .then(async (answer) =>
          response.writeHead(answer.status, headers).end(falsify(body, await answer.text())),
        )
        .catch(() => response.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    follow: (next) => (target = next),
    set: (next) => (price = next),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
