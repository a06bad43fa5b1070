export type Bell = {
  /** Ends the sleep; one that is rung while nobody sleeps ends the next. */
  ring: () => void;
  sleep: (ms: number) => Promise<void>;
  /** From then on nobody sleeps. */
  close: () => void;
};

/** A sleep that can be cut short. */
export function createBell(): Bell {
  let isRung = false;
  let isClosed = false;
  let wake: (() => void) | undefined;

  const ring = () => {
    isRung = true;
    wake?.();
  };
  return {
    ring,
    async sleep(ms) {
      let timer: NodeJS.Timeout | undefined;
      if (!isRung && !isClosed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, ms);
        });
      }
      clearTimeout(timer);
      wake = undefined;
      isRung = false;
    },
    close() {
      isClosed = true;
      ring();
    },
  };
}
