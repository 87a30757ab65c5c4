import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PortageError } from '@portage/core';

/** Platform packages of anvil by `process.platform` and `process.arch`. */
const packages: Readonly<Record<string, string>> = {
  'linux-x64': '@foundry-rs/anvil-linux-amd64',
  'linux-arm64': '@foundry-rs/anvil-linux-arm64',
  'darwin-x64': '@foundry-rs/anvil-darwin-amd64',
  'darwin-arm64': '@foundry-rs/anvil-darwin-arm64',
  'win32-x64': '@foundry-rs/anvil-win32-amd64',
};

/**
 * Path of the anvil binary that npm brought. It comes from the platform package itself, which needs
 * no postinstall script and saves the Node process of anvil's own wrapper.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function findAnvil(
  platform: string = process.platform,
  arch: string = process.arch,
): string {
  const name = packages[`${platform}-${arch}`];
  if (name === undefined) {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `There is no anvil for ${platform} ${arch}.`,
      hint: `It exists for ${Object.keys(packages).join(', ')}.`,
    });
  }
  const require = createRequire(import.meta.url);
  const wrapper = require.resolve('@foundry-rs/anvil/package.json');
  try {
    const manifest = createRequire(wrapper).resolve(`${name}/package.json`);
    return join(dirname(manifest), 'bin', platform === 'win32' ? 'anvil.exe' : 'anvil');
  } catch (cause) {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `The package ${name} is not installed.`,
      hint: 'Install again with optional dependencies.',
      cause,
    });
  }
}
