import { useState } from 'react';
import { SELECTION } from '#shared/vocabulary/limits.ts';

/** `anchor`: the row that was pressed last, where a range begins. */
export type Selected = { ids: ReadonlySet<string>; anchor: string | null };

export const NOTHING: Selected = { ids: new Set(), anchor: null };

/** All that this needs of a list: the ids that are shown, in their order, and how many can be selected at once. */
type List = { shown: readonly string[]; most: number };

/** A range from the row pressed before takes over what the pressed one becomes; rows beyond `most` stay as they are. */
export function toggleRow({ ids, anchor }: Selected, pressed: { id: string; isRange: boolean }, { shown, most }: List): Selected {
  const { id, isRange } = pressed;
  const next = new Set(ids);
  for (const row of isRange ? rowsBetween(shown, anchor, id) : [id]) {
    if (ids.has(id)) next.delete(row);
    else if (next.size < most) next.add(row);
  }
  return { ids: next, anchor: id };
}

/** From the anchor on, so that those nearest to it are selected where not all can be. */
function rowsBetween(shown: readonly string[], anchor: string | null, id: string): readonly string[] {
  const [from, to] = [shown.indexOf(anchor ?? id), shown.indexOf(id)];
  if (from === -1) return [id];
  return from <= to ? shown.slice(from, to + 1) : shown.slice(to, from + 1).reverse();
}

export const isAllSelected = ({ ids }: Selected, { shown, most }: List): boolean => ids.size > 0 && ids.size >= Math.min(shown.length, most);

export function toggleAllRows(selected: Selected, list: List): Selected {
  return isAllSelected(selected, list) ? NOTHING : { ids: new Set(list.shown.slice(0, list.most)), anchor: null };
}

/** The same object where nothing changes. */
export function keepRows(selected: Selected, rows: readonly string[]): Selected {
  const ids = rows.filter((id) => selected.ids.has(id));
  if (ids.length === selected.ids.size) return selected;
  return { ids: new Set(ids), anchor: selected.anchor };
}

export type SelectionOptions = {
  /** Search, filter and page: another one clears the selection. */
  view?: string;
  most?: number;
};

/** Which rows of a list are selected: never one that is not shown. */
export function useSelection(shown: readonly string[], { view = '', most = SELECTION.most }: SelectionOptions = {}) {
  const [stored, setStored] = useState({ selected: NOTHING, view });
  const selected = stored.view === view ? keepRows(stored.selected, shown) : NOTHING;
  if (stored.view !== view || stored.selected !== selected) setStored({ selected, view });

  const list = { shown, most };
  // The last state, and not that of this render: two presses may come before the next one.
  const change = (next: (selected: Selected) => Selected) => setStored((last) => ({ ...last, selected: next(last.selected) }));
  return {
    ids: shown.filter((id) => selected.ids.has(id)),
    offered: Math.min(shown.length, most),
    isLimited: shown.length > most,
    isFull: selected.ids.size >= most,
    isAll: isAllSelected(selected, list),
    has: (id: string) => selected.ids.has(id),
    toggle: (id: string, isRange: boolean) => change((last) => toggleRow(last, { id, isRange }, list)),
    toggleAll: () => change((last) => toggleAllRows(last, list)),
    clear: () => change(() => NOTHING),
    /** After an action: those for which it was not done stay selected. */
    keep: (ids: readonly string[]) => change((last) => keepRows(last, ids)),
  };
}

export type Selection = ReturnType<typeof useSelection>;
