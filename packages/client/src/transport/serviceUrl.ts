import { PortageError } from '@portage/core/errors';
import { isServicePath } from './isServicePath.js';

/**
 * Makes the address of a path under a base address. @throws PortageError `INVALID_RESPONSE` when
 * the path leads elsewhere
 */
export function serviceUrl(baseUrl: string, path: string): string {
  if (!isServicePath(path)) {
    throw new PortageError('INVALID_RESPONSE', {
      message: `"${path.slice(0, 200)}" is not a path of this service.`,
      hint: 'Do not use this quote.',
      context: { endpoint: path },
    });
  }
  return baseUrl + path;
}
