import { build } from 'esbuild';

/** Libraries of chains are the app's. */
const external = ['viem', 'viem/*', '@solana/web3.js'];

/** Faults of bundling doors of a project for browsers: what a browser lacks cannot be resolved. */
export async function bundleDoors(
  doors: readonly string[],
  project: string,
): Promise<readonly string[]> {
  const contents = doors
    .map((door, at) => `export * as door${String(at)} from '${door}';`)
    .join('');
  try {
    await build({
      stdin: { contents, resolveDir: project },
      outdir: project,
      write: false,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      external,
      logLevel: 'silent',
    });
    return [];
  } catch (error) {
    return [`cannot be bundled for a browser: ${error instanceof Error ? error.message : ''}`];
  }
}
