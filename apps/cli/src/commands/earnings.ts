import { exitCodes, type ExitCode } from '../exitCodes.js';
import { openNames } from '../transfer/names.js';
import { withSettlement, type DataOptions } from '../serviceDatabase.js';
import type { Session } from '../session.js';

/** `portage earnings` */
export async function listEarnings(session: Session, options: DataOptions): Promise<ExitCode> {
  const { output, io } = session;
  const earnings = await withSettlement(options, io, ({ collections }) => collections.earnings());
  const names = await openNames(session);
  if (earnings.length === 0 && !output.json) output.result({}, ['Nothing was earned yet.']);
  for (const { chainId, currency, ...amounts } of earnings) {
    const [earned, collected, lost, due] = [
      amounts.earned,
      amounts.collected,
      amounts.lost,
      amounts.due,
    ].map(String);
    const here = { chainId, currency };
    const texts = Object.entries({
      earned: amounts.earned,
      collected: amounts.collected,
      lost: amounts.lost,
      due: amounts.due,
    }).map(([name, amount]) => `${name} ${names.amount(here, amount)}`);
    output.result({ event: 'earnings', chainId, currency, earned, collected, lost, due }, [
      `${names.chain(chainId)}  ${names.currency(here)}  ${texts.join(', ')}`,
    ]);
  }
  return exitCodes.ok;
}
