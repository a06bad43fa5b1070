/**
 * Other names of an entry of the catalogue as they are stored: in NFC, with single spaces. Left out are empty ones, those that differ
 * from one before only in case, and the name of the entry, by which search finds it anyway.
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

/** What was typed into one field, where commas separate names. */
export function splitAliases(typed: string): string[] {
  return typed.split(',').map(toPlainAlias).filter(Boolean);
}

const toPlainAlias = (alias: string): string => alias.normalize('NFC').replace(/\s+/g, ' ').trim();
const foldAlias = (alias: string): string => toPlainAlias(alias).toLowerCase();
