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
