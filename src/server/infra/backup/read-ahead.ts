const MAX_AHEAD = 8;

/** Yields results in the given order, and reads the next ones ahead. */
export async function* readAhead<T>(names: readonly string[], read: (name: string) => Promise<T>): AsyncGenerator<[name: string, value: T]> {
  const pending: Promise<T>[] = [];
  let next = 0;
  for (const name of names) {
    while (pending.length < MAX_AHEAD && next < names.length) {
      const started = read(names[next] ?? '');
      // A failure is thrown when its turn comes.
      started.catch(() => {});
      pending.push(started);
      next += 1;
    }
    const first = pending.shift();
    if (first) yield [name, await first];
  }
}
