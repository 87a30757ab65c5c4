import { createServer, type IncomingMessage } from 'node:http';
import { z } from 'zod';
import { createLedger, type Ledger, type LedgerOptions } from './createLedger.js';

/** Options of a node. */
export interface NodeOptions extends LedgerOptions {
  /** Milliseconds between blocks; without it the caller makes them. */
  readonly blockMs?: number;
}

/** A node of one chain: its ledger in memory, behind JSON-RPC. */
export interface TallyNode extends Pick<Ledger, 'mine' | 'credit' | 'balancesOf'> {
  readonly url: string;
  close(): Promise<void>;
}

/** Fee of a transaction, in the native currency's smallest unit. */
const fee = 10n;
const blocksMax = 100;
const bodyBytesMax = 1_000_000;

const callSchema = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()) });

/** Starts a node on a free port of this machine. */
export async function startNode({ blockMs, ...options }: NodeOptions): Promise<TallyNode> {
  const ledger = createLedger(options);
  const server = createServer((request, response) => {
    void answer(ledger, request).then(
      (body) => response.setHeader('content-type', 'application/json').end(body),
      () => response.writeHead(400).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const timer = blockMs === undefined ? undefined : setInterval(() => ledger.mine(), blockMs);
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The node has a port.');
  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    mine: () => ledger.mine(),
    credit: (account, currency, amount) => ledger.credit(account, currency, amount),
    balancesOf: (account) => ledger.balancesOf(account),
    close: async () => {
      clearInterval(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(ledger: Ledger, request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > bodyBytesMax) throw new Error('too long');
  }
  const body: unknown = JSON.parse(text);
  const replies = z.union([z.array(callSchema), callSchema]).parse(body);
  return JSON.stringify(
    Array.isArray(replies) ? replies.map((call) => reply(ledger, call)) : reply(ledger, replies),
  );
}

function reply(ledger: Ledger, { id, method, params }: z.output<typeof callSchema>): object {
  try {
    return { jsonrpc: '2.0', id, result: call(ledger, method, params) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { jsonrpc: '2.0', id, error: { code: -32000, message } };
  }
}

function call(ledger: Ledger, method: string, [first, second]: readonly unknown[]): unknown {
  switch (method) {
    case 'tally_status': {
      const { height, hash, time } = ledger.tip();
      return { chainId: ledger.chainId, fee: fee.toString(), tip: { height, hash, time } };
    }
    case 'tally_blocks': {
      const from = Number(first);
      const until = from + Math.min(Number(second), blocksMax);
      return ledger.blocks
        .slice(from, until)
        .map(({ transactions, ...block }) => ({
          ...block,
          events: transactions.flatMap(({ events }) => events),
        }));
    }
    case 'tally_account':
      return {
        sequence: ledger.sequenceOf(String(first)).toString(),
        balances: ledger.balancesOf(String(first)),
      };
    case 'tally_transaction': {
      const found = ledger.find(String(first));
      return found === 'pending' ? { state: found } : (found ?? null);
    }
    case 'tally_send':
      return ledger.submit(new TextEncoder().encode(String(first)));
    default:
      throw new Error(`there is no method ${method}`);
  }
}
