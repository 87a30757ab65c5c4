import type { Session } from '../session.js';
import { findChain } from '../transfer/currencies.js';

/**
 * The id of a chain that an operator names. An id needs no service; a slug is looked up among the
 * chains of the service.
 *
 * @throws InvalidArgumentError with the names that exist; PortageError `HTTP_REQUEST_FAILED` where
 *   a slug is given and the service is away
 */
export async function chainIdOf(
  { portage }: Pick<Session, 'portage'>,
  named: number | string,
): Promise<number> {
  return typeof named === 'number' ? named : findChain(await portage.getChains(), named).id;
}
