import { PortageError } from '@portage/core';

/**
 * Whether a path that a service named stays on the service: it starts with one slash and has no dot
 * segments. Absolute and protocol-relative addresses are refused, so that neither a key nor a
 * signature ever reaches another host.
 */
export function isServicePath(path: string): boolean {
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(path) || path.includes('\\')) return false;
  const [pathname = ''] = path.split(/[?#]/, 1);
  return !pathname.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part));
}

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
