import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PortageError } from '@portage/core';
import type { Plugin } from '@portage/core/plugin';
import type { Logger } from 'pino';
import type { ChainConfiguration } from './configuration/configuration.js';

/** A plugin with the name that the operator gave. */
export interface LoadedPlugin extends Plugin {
  readonly name: string;
}

/**
 * Loads the modules that an operator's configuration names, and no others.
 *
 * @param folder - folder of the configuration file, from which names are resolved
 * @throws PortageError `INVALID_CONFIGURATION` for a module that is not there or is no plugin
 */
export async function loadPlugins(
  names: readonly string[],
  folder: string,
): Promise<readonly LoadedPlugin[]> {
  const { resolve } = createRequire(join(folder, 'package.json'));
  const plugins: LoadedPlugin[] = [];
  for (const name of names) plugins.push({ name, ...(await loadPlugin(name, resolve)) });
  return plugins;
}

async function loadPlugin(name: string, resolve: (name: string) => string): Promise<Plugin> {
  let loaded: unknown;
  try {
    loaded = await import(pathToFileURL(resolve(name)).href);
  } catch (cause) {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `The plugin ${name} cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`,
      hint: 'Install it beside the configuration file. Its package names its module under "exports" with the condition "default".',
      cause,
    });
  }
  const plugin = readMember(loaded, 'plugin');
  if (isPlugin(plugin)) return plugin;
  throw new PortageError('INVALID_CONFIGURATION', {
    message: `The module ${name} is no plugin.`,
    hint: 'A plugin exports: plugin = definePlugin({ vms, swapSources, paths, facades }).',
  });
}

/** Whether a value has the members of a plugin; what they do is their author's word. */
function isPlugin(value: unknown): value is Plugin {
  const [vms, swapSources] = [readMember(value, 'vms'), readMember(value, 'swapSources')];
  const [paths, facades] = [readMember(value, 'paths'), readMember(value, 'facades')];
  return (
    Array.isArray(vms) &&
    vms.every(
      (vm) => typeof readMember(vm, 'name') === 'string' && isFunction(readMember(vm, 'prepare')),
    ) &&
    Array.isArray(swapSources) &&
    swapSources.every(
      (source) =>
        typeof readMember(source, 'chain') === 'string' && isFunction(readMember(source, 'open')),
    ) &&
    (paths === undefined ||
      (Array.isArray(paths) && paths.every((path) => isFunction(readMember(path, 'open'))))) &&
    (facades === undefined || (Array.isArray(facades) && facades.every(isFacade)))
  );
}

function isFacade(value: unknown): boolean {
  const [prefix, routes] = [readMember(value, 'prefix'), readMember(value, 'routes')];
  return typeof prefix === 'string' && Array.isArray(routes);
}

function readMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const member: unknown = Reflect.get(value, name);
  return member;
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

/** Families of a plugin that no chain of the configuration uses. */
export function unusedFamilies(
  { vms }: Plugin,
  chains: readonly Pick<ChainConfiguration, 'vm'>[],
): readonly string[] {
  return vms.map(({ name }) => name).filter((name) => !chains.some(({ vm }) => vm === name));
}

/** Logs the families that plugins bring and no chain uses. */
export function warnOfUnused(
  plugins: readonly LoadedPlugin[],
  chains: readonly Pick<ChainConfiguration, 'vm'>[],
  log: Pick<Logger, 'warn'>,
): void {
  for (const plugin of plugins)
    for (const family of unusedFamilies(plugin, chains))
      log.warn(
        { part: 'plugins', plugin: plugin.name, family },
        'no chain is of this family, which a plugin brings',
      );
}
