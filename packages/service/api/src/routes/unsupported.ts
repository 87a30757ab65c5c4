import { PortageError } from '@portage/core';
import { endpoints, type EndpointName } from '@portage/core/schemas';

/**
 * Error of every endpoint that this version does not offer: it says so, and names the alternatives.
 */
export function unsupported(
  name: EndpointName,
  offered: readonly EndpointName[] = [],
): PortageError {
  const { method, path } = endpoints[name];
  const others = offered.map((each) => `${endpoints[each].method} ${endpoints[each].path}`);
  return new PortageError('UNSUPPORTED_FEATURE', {
    message: `${method} ${path} is not offered by this service.`,
    hint:
      others.length === 0
        ? 'Ask its operator which of its services offer it.'
        : `Offered: ${others.join(', ')}.`,
  });
}
