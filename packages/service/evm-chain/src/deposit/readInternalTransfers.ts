import { isObject, type Rpc } from '@portage/chain-kit';

/** Calls of one transaction that are looked at, at most. */
const callsMax = 20_000;

/** Time that a node may take for a trace, in the words of the tracer. */
const traceTimeout = '5s';

/** Native currency that a call brings to an account. */
export interface InternalTransfer {
  readonly to: string;
  readonly amount: bigint;
}

/** Kinds of calls that move native currency to the account that they name. */
const movingTypes: ReadonlySet<unknown> = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']);

/**
 * Native currency that moves within a transaction, the transaction's own call included, by
 * `debug_traceTransaction` of one endpoint. Calls that failed move nothing, nor do those within
 * them.
 *
 * @returns undefined where the endpoint does not trace, or where its trace is larger than what is
 *   looked at
 * @throws PortageError `RPC_HTTP_ERROR` where no endpoint answers
 */
export async function readInternalTransfers(
  { ask }: Pick<Rpc, 'ask'>,
  txId: string,
  signal?: AbortSignal,
): Promise<readonly InternalTransfer[] | undefined> {
  const tracer = { tracer: 'callTracer', timeout: traceTimeout };
  const [reply] = await ask([{ method: 'debug_traceTransaction', params: [txId, tracer] }], signal);
  return reply?.ok === true ? transfersOf(reply.result) : undefined;
}

/** Transfers of a trace in the form of the call tracer; undefined where it has another form. */
export function transfersOf(trace: unknown): readonly InternalTransfer[] | undefined {
  const found: InternalTransfer[] = [];
  const open: unknown[] = [trace];
  for (let count = 0; open.length > 0; count += 1) {
    const call = open.pop();
    if (count >= callsMax || !isObject(call) || typeof call['type'] !== 'string') return undefined;
    if (call['error'] !== undefined) continue;
    const { type, to, value, calls } = call;
    if (movingTypes.has(type) && typeof to === 'string' && isQuantity(value)) {
      const amount = BigInt(value);
      if (amount > 0n) found.push({ to: to.toLowerCase(), amount });
    }
    if (!Array.isArray(calls)) continue;
    const inner: readonly unknown[] = calls;
    for (const one of inner) open.push(one);
  }
  return found;
}

function isQuantity(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value);
}
