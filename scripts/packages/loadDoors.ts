import { spawnSync } from 'node:child_process';

/** Faults of loading doors in a project, by `import` and by `require`. */
export function loadDoors(doors: readonly string[], project: string): readonly string[] {
  const list = JSON.stringify(doors);
  return [
    ...faultOf(
      'imported',
      `for (const door of ${list}) if (Object.keys(await import(door)).length === 0) throw new Error(door + ' exports nothing');`,
      project,
    ),
    // Node can require modules since 20.19 and 22.12.
    ...(process.features.require_module
      ? faultOf(
          'required',
          `const { createRequire } = await import('node:module'); const require = createRequire(process.cwd() + '/app.cjs'); for (const door of ${list}) if (Object.keys(require(door)).length === 0) throw new Error(door + ' exports nothing');`,
          project,
        )
      : []),
  ];
}

function faultOf(verb: string, program: string, project: string): readonly string[] {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--no-warnings', '--eval', program],
    { cwd: project, encoding: 'utf8' },
  );
  return status === 0 ? [] : [`cannot be ${verb} from its tarball: ${stderr}`];
}
