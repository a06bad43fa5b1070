import lighthouse, { type Result } from 'lighthouse';
import type { Measurement } from './goals.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** On a busy machine Lighthouse now and then loses the start of a page, and asks to be run again. */
const TRIES = 3;

/** The mobile preset, with what Lighthouse simulates for slow 4G. `port` is where a Chromium takes commands; `failed` names what costs points. */
export async function audit(url: string, port: number): Promise<{ figures: Measurement; failed: string[] }> {
  const { audits, categories } = await reportOn(url, port, TRIES);
  const figures: Measurement = {
    simulatedLcp: audits['largest-contentful-paint']?.numericValue,
    simulatedTbt: audits['total-blocking-time']?.numericValue,
    simulatedCls: audits['cumulative-layout-shift']?.numericValue,
  };
  for (const name of CATEGORIES) figures[name] = Math.round((categories[name]?.score ?? 0) * 100);
  const costly = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? []).filter(
    ({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9,
  );
  return { figures, failed: costly.map(({ id }) => id) };
}

async function reportOn(url: string, port: number, tries: number): Promise<Result> {
  const lhr = (await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES] }))?.lhr;
  if (lhr && !lhr.runtimeError) return lhr;
  if (tries > 1) return reportOn(url, port, tries - 1);
  throw new Error(`Lighthouse could not read ${url}: ${lhr?.runtimeError?.message ?? 'no answer'}`);
}
