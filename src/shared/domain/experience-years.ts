const YEARS = /^(\d{1,2})\+? ?(?:years?|yrs?)$/;
const SPAN = /^(\d{4}) ?(?:-|–|—|to|until) ?(?:(\d{4})|present|now|today|date)$/;
const SINCE = /^since (\d{4})$/;

const EARLIEST = 1940;

/**
 * Whole years of experience from the durations that can be read, such as `2016 - 2019`, `2019 - present` and `5 years`. Overlapping years count
 * once. A plain number of years may overlap with any of them, so the larger of the two results counts.
 */
export function experienceYears(durations: readonly string[], thisYear: number): number {
  const texts = durations.map((text) => text.trim().toLowerCase().replaceAll(/\s+/g, ' '));
  const worked = new Set(texts.flatMap((text) => listYears(text, thisYear)));
  const counted = texts.map((text) => Number(YEARS.exec(text)?.[1] ?? 0));
  return Math.max(worked.size, ...counted);
}

/** The years from the first one to the one before the last. */
function listYears(text: string, thisYear: number): number[] {
  const [, from, to] = SPAN.exec(text) ?? SINCE.exec(text) ?? [];
  const [first, end] = [Number(from), Number(to ?? thisYear)];
  if (!(first >= EARLIEST && first < end && end <= thisYear)) return [];
  return Array.from({ length: end - first }, (_, index) => first + index);
}
