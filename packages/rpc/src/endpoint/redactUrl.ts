/** What may be said about an endpoint in errors and logs: its scheme and host. Keys live in the path, the query or the user. */
export function redactUrl(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}
