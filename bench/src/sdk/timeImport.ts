import { execFileSync } from 'node:child_process';

/**
 * CPU time of a new Node process that imports the packages, all threads, in milliseconds. Without
 * packages, the time of an empty process.
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
