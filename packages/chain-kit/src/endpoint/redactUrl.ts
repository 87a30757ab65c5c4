/**
 * Part of an endpoint's address that errors and logs may show: its scheme and host. Keys live in
 * the path, the query or the user.
 *
 * @example
 * ```ts
 * redactUrl('https://rpc.example/v1/secret'); // 'https://rpc.example'
 * ```
 */
export function redactUrl(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}
