/** The pinned package manager, as `pnpm@1.2.3`. */
export const packageManager: string;
