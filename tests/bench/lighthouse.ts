import lighthouse from 'lighthouse';

export interface Audit {
  /** The score of each category, 0 to 100. */
  scores: Record<string, number>;
  figures: Record<string, string>;
  /** The audits that keep a category below 100. */
  causes: string[];
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const figures = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

/** Runs Lighthouse's mobile preset three times in the browser on the port. Returns the median run by performance. */
export async function auditPage(url: string, port: number): Promise<Audit> {
  const runs: Audit[] = [];
  for (let round = 0; round < 3; round += 1) runs.push(await auditOnce(url, port));
  return runs.sort((a, b) => (a.scores.performance ?? 0) - (b.scores.performance ?? 0))[1] as Audit;
}

async function auditOnce(url: string, port: number): Promise<Audit> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: categories });
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
  const { lhr } = result;
  const audit: Audit = { scores: {}, figures: {}, causes: [] };
  for (const name of categories) {
    const category = lhr.categories[name];
    audit.scores[name] = Math.round((category?.score ?? 0) * 100);
    for (const { id, weight } of category?.auditRefs ?? []) {
      const one = lhr.audits[id];
      // A category can have 100 although one of its audits is below its best.
      if (!one || !weight || one.score === null || one.score >= 1 || audit.scores[name] === 100) continue;
      audit.causes.push(`${name}: ${one.title}${one.displayValue ? `, ${one.displayValue}` : ''}`);
    }
  }
  for (const id of figures) audit.figures[id] = lhr.audits[id]?.displayValue ?? '';
  return audit;
}
