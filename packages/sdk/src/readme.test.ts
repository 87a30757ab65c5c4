import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const read = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');

it('shows in the README the example that is type-checked', async () => {
  expect(await read('../README.md')).toContain(`\`\`\`ts\n${await read('../test/readmeExample.ts')}\`\`\``);
});
