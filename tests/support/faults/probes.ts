import { setTimeout as pause } from 'node:timers/promises';

/** `status` 0: the connection broke. Times are those of `performance.now`. */
export type Answer = { probe: string; from: number; to: number; status: number; message: string };
export type Probe = { name: string; path: string; init?: RequestInit };

const PAUSE_MS = 40;

/** Asks for each of `probes` again and again, one request at a time, until `end`. */
export function watchAnswers(url: string, probes: readonly Probe[]) {
  const answers: Answer[] = [];
  let isOver = false;
  const watching = probes.map(async (probe) => {
    while (!isOver) {
      answers.push(await ask(url, probe));
      await pause(PAUSE_MS);
    }
  });
  return {
    answers,
    async end() {
      isOver = true;
      await Promise.all(watching);
      return answers;
    },
  };
}

export async function ask(url: string, { name, path, init }: Probe): Promise<Answer> {
  const from = performance.now();
  try {
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    return { probe: name, from, to: performance.now(), status: response.status, message: messageOf(text) };
  } catch {
    return { probe: name, from, to: performance.now(), status: 0, message: '' };
  }
}

/** Of an answer over REST, over tRPC, or of a page, which is its title. */
function messageOf(text: string): string {
  if (text.startsWith('<')) return /<h1[^>]*>([^<]*)/.exec(text)?.[1] ?? '';
  const body = JSON.parse(text) as { message?: string; error?: { message?: string; json?: { message?: string } } };
  return body.message ?? body.error?.json?.message ?? body.error?.message ?? '';
}
