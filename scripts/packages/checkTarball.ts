import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';

/** Faults of types that arethetypeswrong finds in a tarball. */
export async function checkTarball(tarball: string): Promise<readonly string[]> {
  const result = await checkPackage(
    createPackageFromTarballData(new Uint8Array(readFileSync(tarball))),
  );
  if (result.types === false) return ['has no types'];
  return result.problems
    .filter(
      (problem) =>
        // ES modules alone: CommonJS requires them, and a compiler of before `exports` finds none.
        problem.kind !== 'CJSResolvesToESM' &&
        !('resolutionKind' in problem && problem.resolutionKind === 'node10') &&
        !('entrypoint' in problem && problem.entrypoint.endsWith('.json')),
    )
    .map((problem) => {
      const door = 'entrypoint' in problem ? ` at ${problem.entrypoint}` : '';
      return `arethetypeswrong ${problem.kind}${door}`;
    });
}
