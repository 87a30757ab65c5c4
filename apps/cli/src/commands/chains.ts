import { currenciesOf } from '../transfer/currencies.js';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import type { Session } from '../session.js';

/** `portage chains` */
export async function chains({ portage, output, io }: Session): Promise<ExitCode> {
  for (const chain of await portage.getChains({ signal: io.signal })) {
    const currencies = currenciesOf(chain);
    output.result({ event: 'chain', ...chain }, [
      `${chain.protocol.v2.chainId.padEnd(12)} ${String(chain.id).padEnd(10)} ${chain.displayName}${chain.disabled ? ' (disabled)' : ''}: ${currencies.map((currency) => `${currency.id}@${chain.protocol.v2.chainId}`).join(', ')}`,
    ]);
  }
  return exitCodes.ok;
}
