import { execFileSync } from 'node:child_process';

/**
 * CPU time in milliseconds that a new Node process has used, all of its threads, when it has
 * imported these packages; with none, what an empty process takes.
 */
export function timeImport(packages: readonly string[]): number {
  const program = `await Promise.all(${JSON.stringify(packages)}.map((name) => import(name)));
    const { user, system } = process.cpuUsage();
    process.stdout.write(String(user + system));`;
  const microseconds = Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    }),
  );
  if (!(microseconds > 0)) throw new Error(`Importing ${packages.join(', ')} took no time.`);
  return microseconds / 1_000;
}
