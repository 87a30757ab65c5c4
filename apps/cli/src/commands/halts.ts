import { PortageError } from '@portage/core';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import { withSettlement, type DataOptions } from '../serviceDatabase.js';
import type { Session } from '../session.js';

/** `portage halts list`: halts, and limits that circuit breakers have set. */
export async function listHalts({ output, io }: Session, options: DataOptions): Promise<ExitCode> {
  const [halts, limits] = await withSettlement(options, io, ({ chains, breakers }) =>
    Promise.all([chains.halts(), breakers.list()]),
  );
  if (halts.length === 0 && !output.json) output.result({}, ['No chain is halted.']);
  for (const halt of halts)
    output.result({ event: 'halt', ...halt }, [`${String(halt.chainId)}  ${halt.reason}`]);
  for (const limit of limits)
    output.result({ event: 'limit', ...limit }, [
      `${String(limit.chainId)}  ${limit.kind}: ${limit.reason}`,
    ]);
  return exitCodes.ok;
}

/** `portage halt`: workers stop within a second. The reason of an earlier halt stays. */
export async function haltChain(
  { output, io }: Session,
  chainId: number,
  options: ClearOptions,
): Promise<ExitCode> {
  const [halt] = await withSettlement(options, io, async ({ chains }) => {
    if ((await chains.progress(chainId)) === undefined)
      throw new PortageError('UNSUPPORTED_CHAIN', {
        message: `The service follows no chain ${String(chainId)}.`,
        hint: '`portage chains` lists those that it serves.',
      });
    await chains.halt(chainId, options.reason);
    return (await chains.halts()).filter((each) => each.chainId === chainId);
  });
  const reason = halt?.reason ?? options.reason;
  output.result({ event: 'halt', chainId, reason }, [
    `chain ${String(chainId)} is halted: ${reason}`,
  ]);
  return exitCodes.ok;
}

/** Options of `portage halt` and `portage halts clear`. */
export interface ClearOptions extends DataOptions {
  /** Reason of the halt, or that the chain may go on; it is stored. */
  readonly reason: string;
}

/** `portage halts history` */
export async function listClearedHalts(
  { output, io }: Session,
  options: DataOptions,
): Promise<ExitCode> {
  const cleared = await withSettlement(options, io, ({ chains }) => chains.clearedHalts());
  if (cleared.length === 0 && !output.json) output.result({}, ['No halt was cleared yet.']);
  for (const halt of cleared)
    output.result({ event: 'cleared-halt', ...halt }, [
      `${new Date(halt.clearedAt).toISOString()}  ${String(halt.chainId)}  ${halt.reason}`,
      `  cleared: ${halt.clearedBecause}`,
    ]);
  return exitCodes.ok;
}

/** `portage halts calls`: gas that reverted calls burned within the last hour. */
export async function listBurnedGas(
  { output, io }: Session,
  options: DataOptions,
): Promise<ExitCode> {
  const chains = await withSettlement(options, io, ({ chains: records }) => records.burnedGas());
  if (chains.length === 0 && !output.json)
    output.result({}, ['Nothing reverted within the last hour, or since it was cleared.']);
  for (const { chainId, burned } of chains)
    output.result({ event: 'burned-gas', chainId, burned: burned.toString() }, [
      `${String(chainId)}  ${burned.toString()} of native currency burned`,
    ]);
  return exitCodes.ok;
}

/**
 * `portage halts clear-calls`: burned gas of a chain counts from now on only, so orders with calls
 * go on within a second.
 */
export async function clearCalls(
  { output, io }: Session,
  chainId: number,
  options: ClearOptions,
): Promise<ExitCode> {
  const burned = await withSettlement(options, io, ({ chains }) =>
    chains.clearBurnedGas(chainId, options.reason),
  );
  output.result({ event: 'calls-cleared', chainId, burned: burned.toString() }, [
    `chain ${String(chainId)}: ${burned.toString()} of burned gas no longer counts`,
  ]);
  return exitCodes.ok;
}

/** `portage halts waiting`: backlog of each chain, also of chains that are no longer configured. */
export async function listBacklog(
  { output, io }: Session,
  options: DataOptions,
): Promise<ExitCode> {
  const backlog = await withSettlement(options, io, ({ chains }) => chains.backlog());
  if (backlog.length === 0 && !output.json) output.result({}, ['Nothing waits.']);
  for (const { lastError = null, ...chain } of backlog) {
    const jobs = Object.entries(chain.jobs).map(([kind, count]) => `${String(count)} ${kind}`);
    const parts = [
      ...jobs,
      ...(chain.transactions === 0 ? [] : [`${String(chain.transactions)} transactions sent`]),
      ...(chain.overdueSeconds === 0 ? [] : [`due for ${String(chain.overdueSeconds)} s`]),
    ];
    output.result({ event: 'backlog', ...chain, lastError }, [
      `${String(chain.chainId)}  ${parts.join(', ')}`,
      ...(lastError === null ? [] : [`  ${lastError}`]),
    ]);
  }
  return exitCodes.ok;
}

/**
 * `portage halts clear`: workers resume within a second, and limits of circuit breakers end. A
 * cause that persists halts the chain again.
 *
 * @param which - id of a chain, or `all` chains that are halted or limited
 */
export async function clearHalts(
  { output, io }: Session,
  which: number | 'all',
  options: ClearOptions,
): Promise<ExitCode> {
  await withSettlement(options, io, async ({ chains, breakers }) => {
    const standing = async (): Promise<readonly number[]> => {
      const found = [...(await chains.halts()), ...(await breakers.list())];
      return [...new Set(found.map(({ chainId }) => chainId))];
    };
    for (const chainId of which === 'all' ? await standing() : [which]) {
      const reason = await chains.clearHalt(chainId, options.reason);
      const said =
        reason === undefined
          ? `chain ${String(chainId)} is not halted`
          : `chain ${String(chainId)} goes on; it was halted: ${reason}`;
      output.result(
        { event: 'halt-cleared', chainId, cleared: reason !== undefined, reason: reason ?? null },
        [said],
      );
    }
  });
  return exitCodes.ok;
}
