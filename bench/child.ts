import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Rejects when the child exits first. */
export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const end = () => ended.abort(new Error('a process of the measurement has ended'));
  child.once('exit', end);
  const [message] = await once(child, 'message', { signal: ended.signal });
  child.off('exit', end);
  // What the child sends, its caller knows.
  return message as T;
}

export async function stopChild(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
}
