import postgres, { type Options } from 'postgres';

type Watch = { isAlive: () => boolean; suspect: () => void; stop: () => Promise<void> };

const PAUSE_MS = 100;

/** postgres.js reports closed connections but no opened ones, so after a loss a probe asks until the server answers. */
export function watchDatabase(url: string, options: Options<Record<string, never>>): Watch {
  let isAlive = true;
  let isProbing = false;
  let isStopped = false;
  let pause: NodeJS.Timeout | undefined;

  async function checkServer(): Promise<void> {
    const probe = postgres(url, { ...options, max: 1, fetch_types: false });
    isAlive = await probe`select 1`.then(
      () => true,
      () => false,
    );
    await probe.end({ timeout: 0 }).catch(() => {});
    if (isAlive || isStopped) isProbing = false;
    else pause = setTimeout(checkServer, PAUSE_MS).unref();
  }

  return {
    isAlive: () => isAlive,
    suspect() {
      if (isProbing || isStopped) return;
      isProbing = true;
      void checkServer();
    },
    async stop() {
      isStopped = true;
      clearTimeout(pause);
    },
  };
}
