/** Keeps a record across a reload of the page, in this tab alone; false where the browser forbids it. */
export function keepInTab(key: string, record: object): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(record));
    return true;
  } catch {
    return false;
  }
}

/** What was kept, or an empty record; whoever uses the browser may have written it. */
export function keptInTab(key: string): Partial<Record<string, unknown>> {
  try {
    return { ...JSON.parse(sessionStorage.getItem(key) ?? '{}') };
  } catch {
    return {};
  }
}

export function forgetInTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {}
}

export function textOf(value: unknown, otherwise = ''): string {
  return typeof value === 'string' ? value : otherwise;
}
