export type Alarm = {
  ring: () => void;
  sleep: (ms: number) => Promise<void>;
  close: () => void;
};

export function createAlarm(): Alarm {
  let isPending = false;
  let isClosed = false;
  let wake: (() => void) | undefined;

  const ring = () => {
    isPending = true;
    wake?.();
  };
  return {
    ring,
    async sleep(ms) {
      let timer: NodeJS.Timeout | undefined;
      if (!isPending && !isClosed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, ms);
        });
      }
      clearTimeout(timer);
      wake = undefined;
      isPending = false;
    },
    close() {
      isClosed = true;
      ring();
    },
  };
}
