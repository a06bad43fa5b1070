import { z } from 'zod';
import { type Dates, escaped, findDates, IS_DATE } from '#shared/transformer.ts';

/** Adds the paths of the dates in `value`, whose own path is empty where it is the whole answer. */
export type FindDates = (value: unknown, path: string, dates: Dates) => void;

const findNone: FindDates = () => {};
const findDate: FindDates = (value, path, dates) => {
  if (value instanceof Date) dates[path] = IS_DATE;
};
const findAny: FindDates = (value, path, dates) => {
  if (value instanceof Date) dates[path] = IS_DATE;
  else findDates(value, prefixOf(path), dates);
};

const WITHOUT_DATES = [z.ZodString, z.ZodStringFormat, z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral, z.ZodNull, z.ZodUndefined];

/** Looks only where the schema has dates: to look everywhere takes half as long as to write the answer. */
export function findDatesOf(schema: z.ZodType): FindDates {
  if (WITHOUT_DATES.some((type) => schema instanceof type)) return findNone;
  if (schema instanceof z.ZodDate) return findDate;
  if (schema instanceof z.ZodObject) return findInObject(schema);
  if (schema instanceof z.ZodArray) return findInArray(findDatesOf(partOf(schema.element)));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return findDatesOf(partOf(schema.unwrap()));
  if (schema instanceof z.ZodUnion) return schema.options.every((option) => findDatesOf(partOf(option)) === findNone) ? findNone : findAny;
  return findAny;
}

function findInObject({ shape, def }: z.ZodObject): FindDates {
  if (def.catchall && !(def.catchall instanceof z.ZodNever)) return findAny;
  const fields = Object.entries(shape)
    .map(([key, field]) => ({ key, path: escaped(key), find: findDatesOf(partOf(field)) }))
    .filter(({ find }) => find !== findNone);
  if (fields.length === 0) return findNone;
  return (value, path, dates) => {
    if (typeof value !== 'object' || value === null) return;
    const prefix = prefixOf(path);
    for (const field of fields) field.find(Reflect.get(value, field.key), prefix + field.path, dates);
  };
}

function findInArray(find: FindDates): FindDates {
  if (find === findNone) return findNone;
  return (value, path, dates) => {
    if (!Array.isArray(value)) return;
    const prefix = prefixOf(path);
    for (const [index, element] of value.entries()) find(element, prefix + index, dates);
  };
}

const prefixOf = (path: string): string => (path === '' ? '' : `${path}.`);

/** Zod types the parts of a schema as those of its core; all of ours are of its classic API. */
const partOf = (schema: unknown): z.ZodType => schema as z.ZodType;
