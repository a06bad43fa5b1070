/**
 * The aliases of a category, subject or topic as they are stored: in NFC, with single spaces. Drops empty ones, those that differ from an
 * earlier one only in case, and the name itself, by which search finds the entry anyway.
 */
export function cleanAliases(aliases: readonly string[], name: string): string[] {
  const seen = new Set(['', foldAlias(name)]);
  return aliases.map(toPlainAlias).filter((alias) => {
    const folded = foldAlias(alias);
    const isNew = !seen.has(folded);
    seen.add(folded);
    return isNew;
  });
}

/** Splits what was typed into one field, where commas separate the aliases. */
export function splitAliases(typed: string): string[] {
  return typed.split(',').map(toPlainAlias).filter(Boolean);
}

const toPlainAlias = (alias: string): string => alias.normalize('NFC').replace(/\s+/g, ' ').trim();
const foldAlias = (alias: string): string => toPlainAlias(alias).toLowerCase();
