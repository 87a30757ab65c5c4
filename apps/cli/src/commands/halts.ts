import { PortageError } from '@portage/core';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import { openNames } from '../transfer/names.js';
import { withSettlement, type DataOptions } from '../serviceDatabase.js';
import type { Session } from '../session.js';

/** `portage halts list`: halts, and limits that circuit breakers have set. */
export async function listHalts(session: Session, options: DataOptions): Promise<ExitCode> {
  const { output, io } = session;
  const { paint } = output;
  const [halts, limits] = await withSettlement(options, io, ({ chains, breakers }) =>
    Promise.all([chains.halts(), breakers.list()]),
  );
  const names = await openNames(session);
  if (halts.length === 0 && !output.json) output.result({}, ['No chain is halted.']);
  for (const halt of halts)
    output.result({ event: 'halt', ...halt }, [
      `${paint.red(names.chain(halt.chainId))}  ${halt.reason}`,
    ]);
  for (const limit of limits)
    output.result({ event: 'limit', ...limit }, [
      `${paint.yellow(names.chain(limit.chainId))}  ${limit.kind}: ${limit.reason}`,
    ]);
  return exitCodes.ok;
}

/** `portage halt`: workers stop within a second. The reason of an earlier halt stays. */
export async function haltChain(
  session: Session,
  chainId: number,
  options: ClearOptions,
): Promise<ExitCode> {
  const { output, io } = session;
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
  const names = await openNames(session);
  output.result({ event: 'halt', chainId, reason }, [
    `chain ${names.chain(chainId)} is halted: ${reason}`,
  ]);
  return exitCodes.ok;
}

/** Options of `portage halt` and `portage halts clear`. */
export interface ClearOptions extends DataOptions {
  /** Reason of the halt, or that the chain may go on; it is stored. */
  readonly reason: string;
}

/** `portage halts history` */
export async function listClearedHalts(session: Session, options: DataOptions): Promise<ExitCode> {
  const { output, io } = session;
  const cleared = await withSettlement(options, io, ({ chains }) => chains.clearedHalts());
  const names = await openNames(session);
  if (cleared.length === 0 && !output.json) output.result({}, ['No halt was cleared yet.']);
  for (const halt of cleared)
    output.result({ event: 'cleared-halt', ...halt }, [
      `${new Date(halt.clearedAt).toISOString()}  ${names.chain(halt.chainId)}  ${halt.reason}`,
      `  cleared: ${halt.clearedBecause}`,
    ]);
  return exitCodes.ok;
}

/** `portage halts calls`: gas that reverted calls burned within the last hour. */
export async function listBurnedGas(session: Session, options: DataOptions): Promise<ExitCode> {
  const { output, io } = session;
  const chains = await withSettlement(options, io, ({ chains: records }) => records.burnedGas());
  const names = await openNames(session);
  if (chains.length === 0 && !output.json)
    output.result({}, ['Nothing reverted within the last hour, or since it was cleared.']);
  for (const { chainId, burned } of chains)
    output.result({ event: 'burned-gas', chainId, burned: burned.toString() }, [
      `${names.chain(chainId)}  ${names.native(chainId, burned)} burned`,
    ]);
  return exitCodes.ok;
}

/**
 * `portage halts clear-calls`: burned gas of a chain counts from now on only, so orders with calls
 * go on within a second.
 */
export async function clearCalls(
  session: Session,
  chainId: number,
  options: ClearOptions,
): Promise<ExitCode> {
  const { output, io } = session;
  const burned = await withSettlement(options, io, ({ chains }) =>
    chains.clearBurnedGas(chainId, options.reason),
  );
  const names = await openNames(session);
  output.result({ event: 'calls-cleared', chainId, burned: burned.toString() }, [
    `chain ${names.chain(chainId)}: ${names.native(chainId, burned)} of burned gas no longer counts`,
  ]);
  return exitCodes.ok;
}

/** `portage halts waiting`: backlog of each chain, also of chains that are no longer configured. */
export async function listBacklog(session: Session, options: DataOptions): Promise<ExitCode> {
  const { output, io } = session;
  const backlog = await withSettlement(options, io, ({ chains }) => chains.backlog());
  const names = await openNames(session);
  if (backlog.length === 0 && !output.json) output.result({}, ['Nothing waits.']);
  for (const { lastError = null, ...chain } of backlog) {
    const jobs = Object.entries(chain.jobs).map(([kind, count]) => `${String(count)} ${kind}`);
    const parts = [
      ...jobs,
      ...(chain.transactions === 0 ? [] : [`${String(chain.transactions)} transactions sent`]),
      ...(chain.overdueSeconds === 0 ? [] : [`due for ${String(chain.overdueSeconds)} s`]),
    ];
    output.result({ event: 'backlog', ...chain, lastError }, [
      `${names.chain(chain.chainId)}  ${parts.join(', ')}`,
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
  session: Session,
  which: number | 'all',
  options: ClearOptions,
): Promise<ExitCode> {
  const { output, io } = session;
  const cleared = await withSettlement(options, io, async ({ chains, breakers }) => {
    const standing = async (): Promise<readonly number[]> => {
      const found = [...(await chains.halts()), ...(await breakers.list())];
      return [...new Set(found.map(({ chainId }) => chainId))];
    };
    const ended: { readonly chainId: number; readonly reason: string | undefined }[] = [];
    for (const chainId of which === 'all' ? await standing() : [which])
      ended.push({ chainId, reason: await chains.clearHalt(chainId, options.reason) });
    return ended;
  });
  const names = await openNames(session);
  for (const { chainId, reason } of cleared) {
    const chain = `chain ${names.chain(chainId)}`;
    output.result(
      { event: 'halt-cleared', chainId, cleared: reason !== undefined, reason: reason ?? null },
      [
        reason === undefined
          ? `${chain} is not halted`
          : `${chain} goes on; it was halted: ${reason}`,
      ],
    );
  }
  return exitCodes.ok;
}
