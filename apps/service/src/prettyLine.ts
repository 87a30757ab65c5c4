const levels: Readonly<Record<string, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

/** Log line for people: time, level, message, and the rest as `name=value`. */
export function prettyLine(line: string): string {
  const parsed: unknown = JSON.parse(line);
  if (typeof parsed !== 'object' || parsed === null) return line;
  const { level, time, msg, err, ...rest } = Object.fromEntries(Object.entries(parsed));
  const members = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const clock = new Date(Number(time)).toISOString().slice(11, 23);
  return `${[clock, (levels[String(level)] ?? String(level)).padEnd(5), String(msg ?? ''), ...members].join(' ')}\n${describe(err)}`;
}

function describe(err: unknown): string {
  if (typeof err !== 'object' || err === null || !('stack' in err)) return '';
  return `${String(err.stack).replace(/^/gm, '    ')}\n`;
}
