import { PortageError, standardError } from '@portage/core';
import type { Settlement } from '@portage/settlement';

/** Store that knows which requests are in files alone. */
export interface ArchiveStore {
  readonly archives: Pick<Settlement['archives'], 'find'>;
}

/** Error for a request id that does not exist, or whose request the operator has archived. */
export async function unknownRequest(
  id: string,
  { archives }: ArchiveStore,
): Promise<PortageError> {
  const context = { requestId: id };
  const archived = await archives.find(id);
  if (archived === undefined) return standardError('UNKNOWN_REQUEST', { context });
  return new PortageError('UNKNOWN_REQUEST', {
    message: `The request ended and is in the archive ${archived.archiveId}.`,
    hint: 'Nothing of it is open any more. Ask the operator of the service for its entry.',
    context: { ...context, archiveId: archived.archiveId },
  });
}
