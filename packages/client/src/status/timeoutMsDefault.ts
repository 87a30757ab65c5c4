/** Longest wait for a request by default: ten minutes. */
export const timeoutMsDefault = 600_000;
