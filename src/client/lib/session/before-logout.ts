/** At most this long does logging out wait for what is being sent. */
const MAX_WAIT_MS = 3000;

const tasks = new Set<() => Promise<unknown>>();

/** Sends, before the session ends, what a page would otherwise send when it is left. Returns a function that takes it back. */
export function beforeLogout(task: () => Promise<unknown>): () => void {
  tasks.add(task);
  return () => void tasks.delete(task);
}

export async function finishBeforeLogout(): Promise<void> {
  const isOver = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  await Promise.race([Promise.allSettled([...tasks].map((task) => task())), isOver]);
}

export const hasTasksBeforeLogout = (): boolean => tasks.size > 0;
