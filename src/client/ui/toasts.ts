import { TOASTS } from '#shared/vocabulary/limits.ts';

export type ToastKind = 'success' | 'warning' | 'error' | 'info';

/** Where a toast leads: a path of the app, or an address. */
export type ToastLink = { label: string; href: string };

export type Toast = {
  kind: ToastKind;
  message: string;
  title?: string;
  link?: ToastLink;
  /** In milliseconds, where it is not the kind's own. */
  duration?: number;
};

/** How long each kind stays, in milliseconds; hover and focus pause it. */
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

/** Says something that needs no answer; `ToastRegion` shows it. */
export const toast = {
  success: (message: string, details?: Details) => push({ kind: 'success', message, ...details }),
  warning: (message: string, details?: Details) => push({ kind: 'warning', message, ...details }),
  error: (message: string, details?: Details) => push({ kind: 'error', message, ...details }),
  info: (message: string, details?: Details) => push({ kind: 'info', message, ...details }),
};

let place: ToastPosition = DEFAULT_POSITION;

/** Where toasts appear; a page may want them elsewhere for as long as it is shown. */
export const toastPosition = {
  now: () => place,
  take: (wanted: ToastPosition) => {
    place = wanted;
    return () => {
      place = DEFAULT_POSITION;
    };
  },
};

const waiting: Toast[] = [];
const wishes = new Set<() => void>();
let show: ((message: Toast) => void) | null = null;
let isWanted = false;

/** Whether something was said, so that the code that shows it is needed. */
export const toastCode = {
  now: () => isWanted,
  subscribe: (onChange: () => void) => {
    wishes.add(onChange);
    return () => wishes.delete(onChange);
  },
  /** The code could not be fetched: the next toast asks again. */
  reset: () => setWanted(false),
};

/** Hands over what was said before, and what will be, until it is called off. */
export function showToasts(display: (message: Toast) => void): () => void {
  show = display;
  for (const message of waiting.splice(0)) display(message);
  return () => {
    if (show === display) show = null;
  };
}

function push(message: Toast): void {
  if (show) {
    show(message);
    return;
  }
  if (waiting.length < MAX_TOASTS) waiting.push(message);
  setWanted(true);
}

function setWanted(next: boolean): void {
  isWanted = next;
  for (const tell of wishes) tell();
}
