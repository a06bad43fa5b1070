export type ConfirmationRequest = 'identity' | 'address';
type WaitingCall = { request: ConfirmationRequest; answer: (isConfirmed: boolean) => void };

let waitingCalls: readonly WaitingCall[] = [];
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

export function requestConfirmation(request: ConfirmationRequest): Promise<boolean> {
  return new Promise((answer) => {
    waitingCalls = [...waitingCalls, { request, answer }];
    notify();
  });
}

export function settleConfirmation(request: ConfirmationRequest, isConfirmed: boolean): void {
  const answered = waitingCalls.filter((call) => call.request === request);
  waitingCalls = waitingCalls.filter((call) => call.request !== request);
  notify();
  for (const { answer } of answered) answer(isConfirmed);
}

export const getConfirmationRequest = (): ConfirmationRequest | null => waitingCalls[0]?.request ?? null;

export function subscribeToConfirmation(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    for (const { request } of waitingCalls) settleConfirmation(request, false);
  };
}
