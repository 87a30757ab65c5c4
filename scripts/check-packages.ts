/**
 * Packs every published package, installs the tarballs side by side in an empty folder and imports
 * every entry point there, as somebody would who installs them; then lets publint judge the
 * manifests. Needs a build.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { installPacked } from './installPacked.js';
import { publicPackages, type Manifest } from './workspacePackages.js';

const root = join(import.meta.dirname, '..');

const published = publicPackages(root);

function importsOf({ name, exports }: Manifest): readonly string[] {
  return Object.keys(exports ?? {})
    .filter((key) => !key.endsWith('.json'))
    .map((key) => name + key.slice(1));
}

const project = mkdtempSync(join(tmpdir(), 'portage-packages-'));
const problems: string[] = [];
try {
  for (const entry of published) installPacked(entry, project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  for (const { folder, manifest } of published) {
    // The conformance suites register tests, so they load only inside a test runner.
    const names = manifest.name === '@portage/testing' ? [] : importsOf(manifest);
    for (const name of names) {
      try {
        execFileSync(
          process.execPath,
          ['--input-type=module', '--eval', `await import(${JSON.stringify(name)})`],
          { cwd: project, stdio: ['ignore', 'ignore', 'pipe'] },
        );
      } catch (error) {
        problems.push(
          `${name} cannot be imported from its tarball: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
    if (!existsSync(join(folder, 'README.md'))) problems.push(`${manifest.name} has no README.md`);
    const { messages } = await publint({ pkgDir: folder, level: 'warning' });
    problems.push(
      ...messages.map(
        (message) => `${manifest.name}: publint ${message.code} at ${message.path.join('.')}`,
      ),
    );
  }
} finally {
  rmSync(project, { recursive: true, force: true });
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  `${published.length} packages packed, installed and imported; ${problems.length} problems\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
