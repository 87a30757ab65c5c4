import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Parts of an open file that lines are added to. */
export interface AppendedFile {
  appendFile(text: string): Promise<void>;
  close(): Promise<void>;
  datasync(): Promise<void>;
  readFile(encoding: 'utf8'): Promise<string>;
  truncate(bytes: number): Promise<void>;
}

/** File of lines to which lines are added and in which none is ever changed. */
export interface LineFile {
  /** Whole lines that the file had when it was opened, oldest first. */
  readonly lines: readonly string[];
  /**
   * Adds a line, on disk once this resolves. Where it rejects, the line counts as never written:
   * whatever of it reached the file is cut off before the next one is added. One call at a time.
   */
  append(line: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a file of lines, and makes it where there is none. Half a line at its end, which a crash
 * left, is cut off.
 *
 * @param openFile - opens a path for reading and for adding at its end
 */
export async function openLineFile(
  path: string,
  openFile: (path: string) => Promise<AppendedFile> = (name) => open(name, 'a+', 0o600),
): Promise<LineFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await openFile(path);
  const text = await file.readFile('utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  /** Bytes of the lines that are known to be on disk. */
  let bytes = Buffer.byteLength(whole);
  const cut = async (): Promise<void> => {
    await file.truncate(bytes);
    await file.datasync();
  };
  await cut();
  let mayBeTorn = false;
  return {
    lines: whole.split('\n').slice(0, -1),
    append: async (line) => {
      const added = `${line}\n`;
      if (mayBeTorn) await cut();
      mayBeTorn = true;
      await file.appendFile(added);
      await file.datasync();
      mayBeTorn = false;
      bytes += Buffer.byteLength(added);
    },
    close: async () => {
      try {
        if (mayBeTorn) await cut();
      } finally {
        await file.close();
      }
    },
  };
}
