type Fields = Readonly<Record<string, string | number>>;
type Named = { readonly id: string };

export type Reviewed<E extends Fields, X extends Fields, D extends Named> = {
  education: readonly E[];
  experience: readonly X[];
  documents: readonly D[];
};

export type ListDifference<T> = {
  added: T[];
  removed: T[];
  changed: { before: T; after: T }[];
  isReordered: boolean;
};

export type ProfileDifference<E, X, D> = {
  education: ListDifference<E>;
  experience: ListDifference<X>;
  documents: { added: D[]; removed: D[] };
};

export function profileDifference<E extends Fields, X extends Fields, D extends Named>(
  before: Reviewed<E, X, D>,
  after: Reviewed<E, X, D>,
): ProfileDifference<E, X, D> {
  return {
    education: listDifference(before.education, after.education),
    experience: listDifference(before.experience, after.experience),
    documents: { added: without(after.documents, before.documents), removed: without(before.documents, after.documents) },
  };
}

function listDifference<T extends Fields>(before: readonly T[], after: readonly T[]): ListDifference<T> {
  const removed = [...before];
  const added = after.filter((entry) => {
    const at = removed.findIndex((old) => shared(old, entry) === keysOf(old, entry).length);
    if (at >= 0) removed.splice(at, 1);
    return at < 0;
  });
  const changed: { before: T; after: T }[] = [];
  for (const entry of [...added]) {
    const [nearest] = removed.toSorted((one, other) => shared(other, entry) - shared(one, entry));
    if (!nearest || shared(nearest, entry) * 2 < keysOf(nearest, entry).length) continue;
    changed.push({ before: nearest, after: entry });
    removed.splice(removed.indexOf(nearest), 1);
    added.splice(added.indexOf(entry), 1);
  }
  const isSame = added.length + removed.length + changed.length === 0;
  const isInPlace = (entry: T, index: number) => {
    const now = after[index];
    return now !== undefined && shared(entry, now) === keysOf(entry, now).length;
  };
  return { added, removed, changed, isReordered: isSame && !before.every(isInPlace) };
}

const keysOf = (one: Fields, other: Fields): string[] => [...new Set([...Object.keys(one), ...Object.keys(other)])];
const shared = (one: Fields, other: Fields): number => keysOf(one, other).filter((key) => one[key] === other[key]).length;
const without = <D extends Named>(documents: readonly D[], others: readonly D[]): D[] =>
  documents.filter(({ id }) => !others.some((other) => other.id === id));
