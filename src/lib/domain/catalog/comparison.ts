/** How many programmes can be compared, by the names of their parameters in the URL. */
export const comparisonNames = ['a', 'b', 'c'] as const;

export interface ComparisonChoice {
  /** The chosen slug of each parameter; an empty text for none. */
  chosen: Readonly<Record<(typeof comparisonNames)[number], string>>;
  /** The slugs to show, in order and each once. */
  slugs: readonly string[];
  /** What was asked for and does not exist. */
  unknown: readonly string[];
}

/** Reads the programmes to compare from the URL. */
export function readComparison(query: URLSearchParams, known: readonly string[]): ComparisonChoice {
  const asked = comparisonNames.map((name) => (query.get(name) ?? '').trim().slice(0, 60));
  const [a = '', b = '', c = ''] = asked.map((slug) => (known.includes(slug) ? slug : ''));
  return {
    chosen: { a, b, c },
    slugs: [...new Set([a, b, c].filter(Boolean))],
    unknown: asked.filter((slug) => slug !== '' && !known.includes(slug)),
  };
}
