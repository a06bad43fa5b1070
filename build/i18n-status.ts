import { readCatalogues } from './catalogues.ts';

/** Prints the state of the translations: what is missing, and what no native speaker has checked. */
for (const { name, locale, sentences, unused } of await readCatalogues()) {
  const missing = sentences.filter(({ translation }) => translation === '');
  const unreviewed = sentences.filter(({ translation, isReviewed }) => translation !== '' && !isReviewed);
  process.stdout.write(
    `${name} ${locale}: ${sentences.length} sentences, ${missing.length} missing, ${unreviewed.length} need review, ${unused.length} unused\n`,
  );
  for (const { english } of missing) process.stdout.write(`  missing: ${english}\n`);
  for (const english of unused) process.stdout.write(`  unused: ${english}\n`);
}
