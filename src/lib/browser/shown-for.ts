/** For how many milliseconds this page has been here, from its first byte on, by a clock that nobody sets. */
export function shownFor(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return performance.now() - (navigation?.responseStart ?? 0);
}
