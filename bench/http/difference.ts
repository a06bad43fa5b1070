/** The path at which two values of JSON differ, with both; null when they are equal. The order of keys does not count. */
export function differenceOf(one: unknown, other: unknown, path = '$'): string | null {
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other))
    return one === other ? null : `${path}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  for (const key of keys) {
    if (key in one !== key in other) return `${path}.${key} is only in the ${key in one ? 'first' : 'second'}`;
    const difference = differenceOf(one[key], other[key], `${path}.${key}`);
    if (difference !== null) return difference;
  }
  return null;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
