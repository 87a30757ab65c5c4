/** Milliseconds of a wait in vain: far longer than a slow machine needs. */
const waitMsMax = 120_000;
const pollMs = 100;

/**
 * Reads until the value is right.
 *
 * @param what State that is waited for, as the end of "within two minutes, …".
 * @returns The first right value.
 * @throws Error with the last value, where none was right within two minutes.
 */
export function waitUntil<Value, Right extends Value>(
  read: () => Promise<Value>,
  isRight: (value: Value) => value is Right,
  what: string,
): Promise<Right>;
export function waitUntil<Value>(
  read: () => Promise<Value>,
  isRight: (value: Value) => boolean,
  what: string,
): Promise<Value>;
export async function waitUntil<Value>(
  read: () => Promise<Value>,
  isRight: (value: Value) => boolean,
  what: string,
): Promise<Value> {
  for (const end = Date.now() + waitMsMax; ;) {
    // One more read after the deadline counts, because the machine may have slept.
    const isLast = Date.now() > end;
    const value = await read();
    if (isRight(value)) return value;
    if (isLast) throw new Error(`within two minutes, ${what} (last: ${describe(value)})`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function describe(value: unknown): string {
  // JSON of undefined is undefined, unlike its type says.
  const json = JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? member.toString() : member,
  ) as string | undefined;
  return json?.slice(0, 600) ?? String(value);
}
