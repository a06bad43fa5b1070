const DATE = ['Date'];

/** The answer of one query, as the product's client reads it: the data, and where its dates are. */
export const answer = (json: unknown, values: Record<string, readonly string[]>) => ({ result: { data: { json, meta: { values } } } });

/** Of a list: the fields of each element that are dates. */
export function datesOf(prefix: string, rows: readonly object[], fields: readonly string[]): Record<string, readonly string[]> {
  const values: Record<string, readonly string[]> = {};
  for (const [index, row] of rows.entries())
    for (const field of fields) if (Reflect.get(row, field) !== null) values[`${prefix}${index}.${field}`] = DATE;
  return values;
}

/** `prefix`: empty, or the place of the tutor in the answer with a dot. */
export function datesOfTutor(prefix: string, row: { subjects: readonly unknown[]; verification_date?: unknown }): Record<string, readonly string[]> {
  const values: Record<string, readonly string[]> = {};
  for (const index of row.subjects.keys()) values[`${prefix}subjects.${index}.subject.createdAt`] = DATE;
  if (row.verification_date !== null) values[`${prefix}verificationDate`] = DATE;
  values[`${prefix}createdAt`] = DATE;
  values[`${prefix}updatedAt`] = DATE;
  return values;
}
