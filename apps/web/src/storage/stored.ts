/** Reads a stored value; undefined where there is none, or where the browser has no store. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(prefix + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined; // A private window without a store, or text that something else wrote.
  }
}

/**
 * Stores a value. Returns whether that worked: a full or forbidden store must not stop a swap, but
 * a caller that needs it has to know.
 */
export function writeStored(key: string, value: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Calls back when another page of the browser has stored or removed a value. */
export function onStoredElsewhere(key: string, onChange: () => void): () => void {
  const listen = (event: StorageEvent): void => {
    if (event.key === prefix + key || event.key === null) onChange();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}

const prefix = 'portage:';
