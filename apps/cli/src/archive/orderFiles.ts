import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip, gzipSync } from 'node:zlib';
import { brokenArchive, type ArchiveFile } from './manifest.js';

/** Orders of one file. */
const ordersOfFile = 10_000;

/** Files of orders that are being written, one after the other. */
export interface OrderFiles {
  add(lines: readonly string[]): Promise<void>;
  /** Makes the last file durable; all of them. */
  end(): Promise<readonly ArchiveFile[]>;
}

interface OpenFile {
  readonly handle: FileHandle;
  readonly name: string;
  readonly hash: ReturnType<typeof createHash>;
  orders: number;
  bytes: number;
}

/** Writes files of gzipped lines into a folder; each is durable before the next one begins. */
export function createOrderFiles(folder: string): OrderFiles {
  const files: ArchiveFile[] = [];
  let current: OpenFile | undefined;
  const close = async (): Promise<void> => {
    if (current === undefined) return;
    const { handle, name, hash, orders, bytes } = current;
    current = undefined;
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    files.push({ name, orders, bytes, sha256: `0x${hash.digest('hex')}` });
  };
  const next = async (): Promise<OpenFile> => {
    const name = `orders-${String(files.length + 1).padStart(4, '0')}.jsonl.gz`;
    const handle = await open(join(folder, name), 'w', 0o600);
    return { handle, name, hash: createHash('sha256'), orders: 0, bytes: 0 };
  };
  return {
    add: async (lines) => {
      if (lines.length === 0) return;
      current ??= await next();
      // A file may be several compressed parts, one behind the other.
      const bytes = gzipSync(lines.map((line) => `${line}\n`).join(''));
      await current.handle.writeFile(bytes);
      current.hash.update(bytes);
      current.orders += lines.length;
      current.bytes += bytes.length;
      if (current.orders >= ordersOfFile) await close();
    },
    end: async () => {
      await close();
      return files;
    },
  };
}

/** Checks that a file is, to the byte, the one that the manifest lists. @throws PortageError */
export async function checkFile(folder: string, file: ArchiveFile): Promise<void> {
  const hash = createHash('sha256');
  try {
    const input: AsyncIterable<unknown> = createReadStream(join(folder, file.name));
    for await (const part of input) if (part instanceof Uint8Array) hash.update(part);
  } catch {
    throw brokenArchive(`${join(folder, file.name)} cannot be read.`);
  }
  if (`0x${hash.digest('hex')}` !== file.sha256)
    throw brokenArchive(`${join(folder, file.name)} is not the file that was written.`);
}

/** Lines of a file, in parts of so many at most. */
export async function* readLines(
  folder: string,
  { name }: ArchiveFile,
  atOnce: number,
): AsyncGenerator<readonly string[]> {
  const input = createReadStream(join(folder, name)).pipe(createGunzip());
  let part: string[] = [];
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    part.push(line);
    if (part.length < atOnce) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
