import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * The command line of a running process with single spaces between its arguments, or undefined when
 * there is no such process. It tells a process of ours from a stranger that got its number later.
 */
export function commandLine(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      // A zombie has an empty command line: it is gone, only not yet collected.
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
    // Reading the command line of a process that is gone fails on every platform.
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
