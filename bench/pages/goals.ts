export const PAGE_NAMES = ['/', '/tutors', '/tutors/{id}'] as const;
export type PageName = (typeof PAGE_NAMES)[number];

type Limit = number | Record<PageName, number>;
type Goal = { label: string; digits?: number; most?: Limit; least?: Limit };

const inEach = (home: number, search: number, profile: number): Limit => ({ '/': home, '/tutors': search, '/tutors/{id}': profile });

/** One KB is 1000 bytes, of the body as it is sent. Each figure without a limit is there to be looked at. */
const GOALS = {
  requests: { label: 'requests before interaction', most: inEach(25, 30, 25) },
  scriptsKB: { label: 'JavaScript before interaction, KB (br)', digits: 1, most: 130 },
  htmlKB: { label: 'HTML, KB (br)', digits: 1, most: inEach(20, 25, 15) },
  fontsKB: { label: 'fonts, KB', digits: 1, most: 60 },
  stylesKB: { label: 'CSS, KB (br)', digits: 1 },
  imagesKB: { label: 'pictures, KB', digits: 1 },
  unpacked: { label: 'texts over 2 KB without Brotli', most: 0 },
  names: { label: 'tutor names at FCP, scripts off', least: inEach(3, 3, 1) },
  performance: { label: 'Lighthouse: performance', least: 95 },
  accessibility: { label: 'Lighthouse: accessibility', least: 100 },
  'best-practices': { label: 'Lighthouse: best practices', least: 100 },
  seo: { label: 'Lighthouse: SEO', least: 100 },
  simulatedLcp: { label: 'LCP, slow 4G, Lighthouse, ms', most: 1800 },
  simulatedTbt: { label: 'TBT, Lighthouse, ms', most: 150 },
  simulatedCls: { label: 'CLS, Lighthouse', digits: 3, most: 0.02 },
  lcp: { label: 'LCP, slow 4G, in the browser, ms', most: 1800 },
  /** TBT begins at the first paint, so it punishes an early one; this does not. */
  handled: { label: 'a press is handled after, slow 4G, 4x CPU, ms' },
  tbt: { label: 'TBT at 4x CPU, in the browser, ms', most: 150 },
  shifts: { label: 'sum of layout shifts, in the browser', digits: 3, most: 0.02 },
  typingTask: { label: 'longest task while typing at 4x CPU, ms', most: 50 },
  renderedMs: { label: 'server CPU, uncached, ms', digits: 2, most: 15 },
  cachedMs: { label: 'server CPU, cached, ms', digits: 2, most: 0.3 },
} as const satisfies Record<string, Goal>;

export type Figure = keyof typeof GOALS;
/** What one run found about a page. */
export type Measurement = Partial<Record<Figure, number>>;

// The keys of a constant object.
export const FIGURES = Object.keys(GOALS) as Figure[];

export function goalOf(figure: Figure, page: PageName) {
  const { label, digits = 0, most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY }: Goal = GOALS[figure];
  const limitOn = (limit: Limit) => (typeof limit === 'number' ? limit : limit[page]);
  return { label, digits, most: limitOn(most), least: limitOn(least) };
}
