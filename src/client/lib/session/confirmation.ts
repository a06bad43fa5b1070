/** What the person is asked for: to prove who they are, or to confirm their address. */
export type ConfirmationRequest = 'identity' | 'address';
type Waiting = { wanted: ConfirmationRequest; answer: (isConfirmed: boolean) => void };

/** Calls that wait for it; one thing is asked for at a time. */
let waiting: readonly Waiting[] = [];
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Whether the person has confirmed it. What asks them may still be on its way: it comes after the first paint. */
export function askToConfirm(wanted: ConfirmationRequest): Promise<boolean> {
  return new Promise((answer) => {
    waiting = [...waiting, { wanted, answer }];
    notify();
  });
}

/** Of the dialog: all calls that wait for this go on, or are refused. */
export function settleConfirmation(wanted: ConfirmationRequest, isConfirmed: boolean): void {
  const answered = waiting.filter((one) => one.wanted === wanted);
  waiting = waiting.filter((one) => one.wanted !== wanted);
  notify();
  for (const { answer } of answered) answer(isConfirmed);
}

export const confirmationAsked = (): ConfirmationRequest | null => waiting[0]?.wanted ?? null;

export function onConfirmationAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    // Nobody is left to ask.
    for (const { wanted } of waiting) settleConfirmation(wanted, false);
  };
}
