/** Locks that all pages of the browser share; undefined where it has none. */
export function pageLocks(): LockManager | undefined {
  // Types say that there are always some; browsers have none on a page without TLS.
  return (navigator as Partial<Navigator>).locks;
}
