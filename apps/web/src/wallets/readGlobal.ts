/** Whatever an extension put into the page under a name. */
export function readGlobal(name: string): unknown {
  const found: unknown = Reflect.get(globalThis, name);
  return found;
}
