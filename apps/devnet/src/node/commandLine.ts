import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Command line of a running process with single spaces between its arguments; undefined if there is
 * no such process. It distinguishes a process of ours from a stranger that got its id later.
 */
export function commandLine(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      // A zombie has an empty command line: it has ended and is not yet collected.
      const text = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
      return text === '' ? undefined : text;
    }
    const [command, args] =
      process.platform === 'win32'
        ? windows(pid)
        : (['ps', ['-ww', '-o', 'command=', '-p', String(pid)]] as const);
    const text = execFileSync(command, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return text === '' ? undefined : text;
  } catch {
    // Reading the command line of an ended process fails on every platform.
    return undefined;
  }
}

function windows(pid: number): readonly [string, readonly string[]] {
  return [
    'powershell',
    [
      '-NoProfile',
      '-Command',
      `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`,
    ],
  ];
}
