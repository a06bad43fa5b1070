import { DRAFT } from '#client/lib/drafts/draft-keys.ts';
import { forgetInTab, keepInTab, keptInTab, textOf } from '#client/lib/drafts/tab-storage.ts';

type Values = Record<string, string>;

/** What was typed of an entry and not saved; a draft of what reads otherwise by now is none. */
export function entryDraft<T extends Values>(what: string, initial: T) {
  const key = DRAFT + what;
  const over = JSON.stringify(initial);
  const forget = () => forgetInTab(key);
  return {
    read(): T | null {
      const kept = keptInTab(key);
      if (kept.over !== over) return null;
      return { ...initial, ...Object.fromEntries(Object.entries(initial).map(([field, text]) => [field, textOf(kept[field], text)])) };
    },
    keep(values: T): void {
      if (JSON.stringify(values) === over) forget();
      else keepInTab(key, { ...values, over });
    },
    forget,
  };
}

/** What differs: what another admin has changed meanwhile is not sent back as it was. */
export function changesOf<T extends object>(before: T, after: T): Partial<T> {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(Object.entries(after).filter(([field, value]) => value !== was.get(field))) as Partial<T>;
}
