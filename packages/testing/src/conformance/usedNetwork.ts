import { Socket } from 'node:net';

/**
 * Doors to the network that a piece of work knocked at. None of them opens: a call fails, and the
 * doors stay shut until what the work has begun has had its turn.
 *
 * @returns names of the doors, such as `fetch`
 */
export async function usedNetwork(work: () => void): Promise<readonly string[]> {
  const used: string[] = [];
  const shut = (name: string) => (): never => {
    used.push(name);
    throw new Error(`The suite lets nothing through to the network (${name}).`);
  };
  const places: readonly (readonly [owner: object, name: string])[] = [
    [globalThis, 'fetch'],
    [globalThis, 'WebSocket'],
    [globalThis, 'XMLHttpRequest'],
    [Socket.prototype, 'connect'],
  ];
  const undo = places.map(([owner, name]) => replace(owner, name, shut(name)));
  try {
    work();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    for (const restore of undo) restore();
  }
  return used;
}

/** Puts a value in a place, and returns what puts back the one before. */
function replace(owner: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(owner, name);
    else Object.defineProperty(owner, name, before);
  };
}
