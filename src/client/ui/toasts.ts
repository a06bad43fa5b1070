import { useEffect } from 'react';
import { TOASTS } from '#shared/vocabulary/limits.ts';

export type ToastKind = 'success' | 'warning' | 'error' | 'info';

export type ToastLink = { label: string; href: string };

export type Toast = {
  kind: ToastKind;
  message: string;
  title?: string;
  link?: ToastLink;
  duration?: number;
};

/** In milliseconds; hover and focus pause it. */
export const TOAST_TABLE = {
  success: { autoClose: TOASTS.success, color: 'green' },
  warning: { autoClose: TOASTS.info, color: 'yellow' },
  error: { autoClose: TOASTS.error, color: 'red' },
  info: { autoClose: TOASTS.info, color: 'blue' },
} as const satisfies Record<ToastKind, { autoClose: number; color: string }>;

export type ToastPosition = 'top-right' | 'bottom-right';
export const DEFAULT_POSITION: ToastPosition = 'top-right';
export const MAX_TOASTS = TOASTS.most;

type Details = Omit<Toast, 'kind' | 'message'>;

export const toast = {
  success: (message: string, details?: Details) => push({ kind: 'success', message, ...details }),
  warning: (message: string, details?: Details) => push({ kind: 'warning', message, ...details }),
  error: (message: string, details?: Details) => push({ kind: 'error', message, ...details }),
  info: (message: string, details?: Details) => push({ kind: 'info', message, ...details }),
};

let position: ToastPosition = DEFAULT_POSITION;

export const toastPosition = {
  now: () => position,
  take: (next: ToastPosition) => {
    position = next;
    return () => {
      position = DEFAULT_POSITION;
    };
  },
};

const queue: Toast[] = [];
const listeners = new Set<() => void>();
let show: ((toast: Toast) => void) | null = null;
let isNeeded = false;

export const toastCode = {
  now: () => isNeeded,
  subscribe: (onChange: () => void) => {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  },
  reset: () => setNeeded(false),
};

export function showToasts(display: (toast: Toast) => void): () => void {
  show = display;
  for (const queued of queue.splice(0)) display(queued);
  return () => {
    if (show === display) show = null;
  };
}

function push(added: Toast): void {
  if (show) {
    show(added);
    return;
  }
  if (queue.length < MAX_TOASTS) queue.push(added);
  setNeeded(true);
}

function setNeeded(next: boolean): void {
  isNeeded = next;
  for (const listener of listeners) listener();
}

export function useToastPosition(place: ToastPosition): void {
  useEffect(() => toastPosition.take(place), [place]);
}
