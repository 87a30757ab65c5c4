import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * Arguments with which node runs the command of a package: its sources, or what was built of them,
 * as operators run it, where PORTAGE_TEST_BUILT says that there is a build (`npm test` makes one
 * first). That starts in half the time.
 */
export function commandOf(folder: string): readonly string[] {
  if (process.env['PORTAGE_TEST_BUILT'] === '1') return [join(root, folder, 'dist/bin.js')];
  return [
    '--conditions=@portage/source',
    '--import',
    import.meta.resolve('tsx'),
    join(root, folder, 'src/bin.ts'),
  ];
}
