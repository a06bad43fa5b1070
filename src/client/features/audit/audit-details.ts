import type { AuditEntry } from '#shared/contracts/audit.ts';

/** One fact, or what became of one. */
export type Detail = { name: string; value: string } | { name: string; before: string; after: string };

const NOTHING = '–';

/** What an entry tells beside its sentence, in the order in which people ask. */
export function detailsOf({ reason, note, before, after, ...more }: AuditEntry['details']): Detail[] {
  const said = Object.entries({ reason, note, ...more }).filter(([, value]) => inWords(value) !== NOTHING);
  const facts = said.map(([name, value]) => ({ name: nameOf(name), value: inWords(value) }));
  const [was, is] = [recordOf(before), recordOf(after)];
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => inWords(was[name]) !== inWords(is[name]));
  return [...facts, ...changed.map((name) => ({ name: nameOf(name), before: inWords(was[name]), after: inWords(is[name]) }))];
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** `isActive` is `Is active`. */
function nameOf(key: string): string {
  const words = key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(inWords).join(', ') || NOTHING;
  if (typeof value !== 'object') return String(value);
  return (
    Object.entries(value)
      .map(([name, one]) => `${nameOf(name)}: ${inWords(one)}`)
      .join('; ') || NOTHING
  );
}
