import type { Progress, ProgressEvent } from '../progress/progress.js';

/** Which request is waited for, and how long. */
export interface ResumeOptions {
  readonly requestId: string;
  readonly signal?: AbortSignal | undefined;
  /** Longest wait in milliseconds, ten minutes unless told; `Infinity` waits for ever. */
  readonly timeoutMs?: number | undefined;
  readonly onProgress?: ((progress: Progress, event: ProgressEvent) => void) | undefined;
}
