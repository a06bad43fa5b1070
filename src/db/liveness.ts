import postgres, { type Options } from 'postgres';

type Watch = { isAlive: () => boolean; suspect: () => void; stop: () => Promise<void> };

const PAUSE_MS = 100;

/** postgres.js reports closed connections but no opened ones, so after a loss a probe asks until the server answers. */
export function watchDatabase(url: string, options: Options<Record<string, never>>): Watch {
  let alive = true;
  let asking = false;
  let stopped = false;
  let pause: NodeJS.Timeout | undefined;

  async function ask(): Promise<void> {
    const probe = postgres(url, { ...options, max: 1, fetch_types: false });
    alive = await probe`select 1`.then(
      () => true,
      () => false,
    );
    await probe.end({ timeout: 0 }).catch(() => {});
    if (alive || stopped) asking = false;
    else pause = setTimeout(ask, PAUSE_MS).unref();
  }

  return {
    isAlive: () => alive,
    suspect() {
      if (asking || stopped) return;
      asking = true;
      void ask();
    },
    async stop() {
      stopped = true;
      clearTimeout(pause);
    },
  };
}
