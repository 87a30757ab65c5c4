import { exitCodes, type ExitCode } from '../exitCodes.js';
import { withServiceStore, type DataOptions } from '../serviceStore.js';
import type { Session } from '../session.js';

/** `portage halts list` */
export async function listHalts({ output, io }: Session, options: DataOptions): Promise<ExitCode> {
  const { readHalts } = await import('@portage/store');
  const halts = await withServiceStore(options, io, (store) => readHalts(store));
  if (halts.length === 0 && !output.json) output.result({}, ['No chain is halted.']);
  for (const halt of halts) output.result({ event: 'halt', ...halt }, [`${String(halt.chainId)}  ${halt.reason}`]);
  return exitCodes.ok;
}

/** `portage halts clear`: workers go on within a second; what halts the chain again is shown again. */
export async function clearHalts({ output, io }: Session, chainId: number, options: DataOptions): Promise<ExitCode> {
  const { clearHalt } = await import('@portage/store');
  const reason = await withServiceStore(options, io, (store) => clearHalt(store, chainId));
  const said = reason === undefined ? `chain ${String(chainId)} is not halted` : `chain ${String(chainId)} goes on; it was halted: ${reason}`;
  output.result({ event: 'halt-cleared', chainId, cleared: reason !== undefined, reason: reason ?? null }, [said]);
  return exitCodes.ok;
}
