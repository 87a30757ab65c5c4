/** Runs tasks by their numbers, so many at once; the results are in the order of the numbers. */
export async function inParallel<T>(
  count: number,
  atOnce: number,
  task: (index: number) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      results[index] = await task(index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
