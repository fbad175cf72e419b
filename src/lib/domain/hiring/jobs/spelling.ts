/** Corrects a typing error in a search by the words that the jobs have. */

/** Shorter words are not guessed at. */
const shortest = 4;

/** In a word of four letters a wrong one would make too many others of it: “oice” is not “once”. */
const wrongLetterCost = (length: number): number => (length === shortest ? 2 : 1);

/** Maximum number of wrong letters, by the length of the word. */
const maxErrors = (length: number): number => (length < shortest ? 0 : length < 7 ? 1 : 2);

/**
 * Returns the beginning of a known word that is most like the typed one, or null. The first letter must be right, because
 * a word with another one is hardly ever a typing error. Of two that are equally like it, the more frequent one is taken,
 * which comes first in `vocabulary`.
 */
export function correctWord(typed: string, vocabulary: readonly string[]): string | null {
  let best: { word: string; errors: number } | null = null;
  const limit = maxErrors(typed.length);
  for (const word of vocabulary) {
    if (word[0] !== typed[0] || word.length < typed.length - limit) continue;
    const match = matchBeginning(typed, word);
    if (match.errors <= limit && match.errors < (best?.errors ?? Number.POSITIVE_INFINITY))
      best = { word: word.slice(0, match.length), errors: match.errors };
  }
  return best?.word ?? null;
}

/**
 * Finds the beginning of `word` with the fewest errors: letters that are missing, too many, wrong or exchanged with their
 * neighbour (optimal string alignment).
 */
function matchBeginning(typed: string, word: string): { errors: number; length: number } {
  let before: number[] = [];
  let row = Array.from({ length: word.length + 1 }, (_, column) => column);
  const wrongLetter = wrongLetterCost(typed.length);
  for (let at = 1; at <= typed.length; at++) {
    const next = [at];
    for (let column = 1; column <= word.length; column++) {
      const isEqual = typed[at - 1] === word[column - 1];
      const isExchanged = typed[at - 1] === word[column - 2] && typed[at - 2] === word[column - 1];
      next.push(
        Math.min(
          cell(row, column) + 1,
          cell(next, column - 1) + 1,
          cell(row, column - 1) + (isEqual ? 0 : wrongLetter),
          isExchanged ? cell(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = row;
    row = next;
  }
  const errors = Math.min(...row);
  // The longest of the best beginnings: “excell” is “excel” and not “exce”.
  return { errors, length: row.lastIndexOf(errors) };
}

const cell = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
