import { useMemo } from 'react';
import { useViewer } from '#client/lib/session/session.ts';
import { type StoredList, useStoredList, writeList } from '#client/lib/stored-list.ts';

/** The search parameters of a page under a name. They are stored as they were, and the route checks them again when they are opened. */
export type SavedView<S> = { name: string; search: S };

export const MAX_SAVED_VIEWS = 20;

export function useSavedViews<S extends object>(table: string, current: S) {
  const userId = useViewer()?.id ?? '';
  const list = useMemo((): StoredList<SavedView<S>> => ({ key: `saved_views_${table}_${userId}`, parse }), [table, userId]);
  const views = useStoredList(list);
  const without = (name: string) => views.filter((view) => view.name !== name);
  return {
    views,
    isFull: views.length >= MAX_SAVED_VIEWS,
    onSave: (name: string) => writeList(list, [...without(name), { name, search: current }]),
    onRemove: (name: string) => writeList(list, without(name)),
  };
}

function parse<S extends object>(entry: unknown): SavedView<S> | null {
  const { name, search }: Partial<Record<keyof SavedView<S>, unknown>> = { ...Object(entry) };
  return typeof name === 'string' && typeof search === 'object' && search !== null ? { name, search: search as S } : null;
}
