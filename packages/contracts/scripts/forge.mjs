// Runs forge from npm with the given arguments, in this package, whatever the working directory is.
// The wrapper that npm links as `forge` needs an install script to have run; the binary itself does
// not.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const architectures = { arm64: 'arm64', x64: 'amd64' };
const platform = `${process.platform}-${architectures[process.arch]}`;

/** The path of forge's binary for this machine. */
function forgePath() {
  const require = createRequire(import.meta.url);
  const wrapper = createRequire(require.resolve('@foundry-rs/forge/package.json'));
  try {
    return join(
      dirname(wrapper.resolve(`@foundry-rs/forge-${platform}/package.json`)),
      'bin',
      'forge',
    );
  } catch (cause) {
    throw new Error(`No forge for ${platform}; run pnpm install with optional dependencies.`, {
      cause,
    });
  }
}

const { status, error } = spawnSync(forgePath(), process.argv.slice(2), {
  cwd: dirname(dirname(fileURLToPath(import.meta.url))),
  stdio: 'inherit',
  env: { ...process.env, FOUNDRY_DISABLE_NIGHTLY_WARNING: '1' },
});
if (error) throw error;
process.exitCode = status ?? 1;
