import { createHash } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PortageError } from '@portage/core';
import { z } from 'zod';

const manifestSchema = z.object({
  format: z.literal('portage-archive'),
  version: z.literal(1),
  id: z.string(),
  month: z.string(),
  /** As the database keeps it: files of another one have another. */
  token: z.string(),
  /** Requests that had not ended before are not in it. */
  endedBefore: z.string(),
  orders: z.number(),
  files: z.array(
    z.object({
      name: z.string().regex(/^orders-\d{4,}\.jsonl\.gz$/),
      orders: z.number(),
      bytes: z.number(),
      sha256: z.string(),
    }),
  ),
});

/** Contents of the folder of an archive. */
export type Manifest = z.infer<typeof manifestSchema>;

/** A file of an archive. */
export type ArchiveFile = Manifest['files'][number];

export const manifestName = 'manifest.json';

/** SHA-256 as `0x` text. */
export const sha256Of = (bytes: Uint8Array): string =>
  `0x${createHash('sha256').update(bytes).digest('hex')}`;

/** Error for files that are not what was written. */
export function brokenArchive(message: string): PortageError {
  return new PortageError('INVALID_CONFIGURATION', {
    message,
    hint: 'Put the files back from a copy.',
  });
}

/** Reads a manifest and its SHA-256; undefined where there is none. @throws PortageError */
export async function readManifest(
  folder: string,
): Promise<{ readonly manifest: Manifest; readonly sha256: string } | undefined> {
  const path = join(folder, manifestName);
  const bytes = await readFile(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (bytes === undefined) return undefined;
  try {
    return {
      manifest: manifestSchema.parse(JSON.parse(bytes.toString())),
      sha256: sha256Of(bytes),
    };
  } catch {
    throw brokenArchive(`${path} is not the manifest of an archive.`);
  }
}

/** Makes what a folder lists durable: a file may be there while its name is not. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a manifest under another name, makes it durable and gives it its name: it is there whole
 * or not at all, and the files that it lists are. Returns its SHA-256.
 */
export async function writeManifest(folder: string, manifest: Manifest): Promise<string> {
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  const path = join(folder, manifestName);
  const handle = await open(`${path}.part`, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${path}.part`, path);
  await syncFolder(folder);
  await syncFolder(dirname(folder));
  return sha256Of(bytes);
}
