/** What a JSON text stands for. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nothing where there is no such member, or no object. */
export const memberOf = (value: Json | undefined, key: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

export const membersOf = (value: Json | undefined): [string, Json][] => (isObject(value) ? Object.entries(value) : []);

export const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? [...value] : []);

export const textsOf = (value: Json | undefined): string[] => listOf(value).filter((one) => typeof one === 'string');
