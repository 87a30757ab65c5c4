import { exitCodes, type ExitCode } from '../exitCodes.js';
import { withSettlement, type DataOptions } from '../serviceDatabase.js';
import type { Session } from '../session.js';

/** `portage earnings` */
export async function listEarnings(
  { output, io }: Session,
  options: DataOptions,
): Promise<ExitCode> {
  const earnings = await withSettlement(options, io, ({ collections }) => collections.earnings());
  if (earnings.length === 0 && !output.json) output.result({}, ['Nothing was earned yet.']);
  for (const { chainId, currency, ...amounts } of earnings) {
    const [earned, collected, lost, due] = [
      amounts.earned,
      amounts.collected,
      amounts.lost,
      amounts.due,
    ].map(String);
    output.result({ event: 'earnings', chainId, currency, earned, collected, lost, due }, [
      `${String(chainId)}  ${currency}  earned ${earned ?? ''}, collected ${collected ?? ''}, lost ${lost ?? ''}, due ${due ?? ''}`,
    ]);
  }
  return exitCodes.ok;
}
