/** The known word that somebody who typed `word` meant: at most two slips away, three in a long one. */
export function findNearestWord(word: string, known: readonly string[]): string | null {
  const most = word.length > 8 ? 3 : 2;
  const [nearest] = known
    .map((one) => ({ one, slips: editDistance(word.toLowerCase(), one.toLowerCase()) }))
    .filter(({ slips }) => slips <= most)
    .sort((a, b) => a.slips - b.slips);
  return nearest?.one ?? null;
}

/** How many letters must be added, removed or changed (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries())
      next.push(
        Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)),
      );
    row = next;
  }
  return row[to.length] ?? 0;
}
