/** Step of an append that a full disk stops: half of the bytes are written, or all and no sync. */
export type FullDiskStep = 'append' | 'sync';

/** Parts of an open file that a full disk can fail. */
export interface HeldFile {
  appendFile(text: string | Uint8Array): Promise<void>;
  close(): Promise<void>;
  datasync(): Promise<void>;
  readFile(encoding: 'utf8'): Promise<string>;
  truncate(bytes: number): Promise<void>;
}

/** A disk that can be full for a while. */
export interface FullDisk {
  /** The file as it lies on this disk. */
  hold(file: HeldFile): HeldFile;
  /** Is full from now on: appends leave half of their bytes, or reach the disk never. */
  fill(step: FullDiskStep): void;
  /** Has room again. */
  free(): void;
}

/**
 * Makes a disk that fills up when a test says so, as a real one does: what was being written stays
 * there by half, and files can still be shortened.
 *
 * @example
 * ```ts
 * const disk = createFullDisk();
 * disk.fill('append');
 * ```
 */
export function createFullDisk(): FullDisk {
  let full: FullDiskStep | undefined;
  const refusal = (): Error =>
    Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  return {
    hold: (file) => {
      let isDirty = false;
      return {
        appendFile: async (data) => {
          isDirty = true;
          if (full !== 'append') return file.appendFile(data);
          const bytes = Buffer.from(data);
          await file.appendFile(bytes.subarray(0, bytes.length / 2));
          throw refusal();
        },
        datasync: async () => {
          if (full === 'sync' && isDirty) throw refusal();
          await file.datasync();
        },
        truncate: async (length) => {
          isDirty = false;
          await file.truncate(length);
        },
        readFile: (encoding) => file.readFile(encoding),
        close: () => file.close(),
      };
    },
    fill: (step) => {
      full = step;
    },
    free: () => {
      full = undefined;
    },
  };
}
