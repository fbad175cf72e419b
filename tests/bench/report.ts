import type { Audit } from './lighthouse.ts';
import type { LoadResult } from './load.ts';

let heading = '';
const goals: { text: string; holds: boolean }[] = [];

export function printHeading(text: string): void {
  heading = text;
  console.log(`\n${text}\n${'-'.repeat(text.length)}`);
}

/** Prints every goal of the run again, those that were missed last. */
export function printGoals(): void {
  if (!goals.length) return;
  const met = goals.filter(({ holds }) => holds).length;
  printHeading(`${met} of ${goals.length} goals are met`);
  for (const { text, holds } of goals.toSorted((a, b) => Number(b.holds) - Number(a.holds)))
    console.log(`  ${holds ? 'met   ' : 'MISSED'}  ${text}`);
}

export function printRow(name: string, one: LoadResult): void {
  const failed = one.failed ? `   ${one.failed} FAILED` : '';
  console.log(
    `  ${name.padEnd(46)}${String(Math.round(one.perSecond)).padStart(8)} /s ${String(Math.round(one.cpu)).padStart(6)} µs CPU` +
      `   p50 ${String(one.p50).padStart(3)} ms   p99 ${String(one.p99).padStart(4)} ms${failed}`,
  );
}

/** Prints how many times as fast ours is. */
export function printRatio(what: string, ours: LoadResult, theirs: LoadResult, goal?: number): void {
  const value = ours.perSecond / theirs.perSecond;
  const byCpu = `by CPU ${(theirs.cpu / ours.cpu).toFixed(2)}`;
  const holds = value >= (goal ?? 0);
  console.log(
    `  ${`${what}: ${value.toFixed(2)}`.padEnd(58)} ${byCpu}${formatGoal(`${what}: ${value.toFixed(2)}, ${byCpu}`, holds, goal && `at least ${goal}`)}`,
  );
}

/** Prints their CPU per request as a multiple of ours. The load generator shares the cores, so the rate says less. */
export function printCpuRatio(what: string, ours: LoadResult, theirs: LoadResult, goal: number): void {
  const value = theirs.cpu / ours.cpu;
  const name = `${what}, by CPU: ${value.toFixed(2)}`;
  const rate = `by rate ${(ours.perSecond / theirs.perSecond).toFixed(2)}`;
  console.log(
    `  ${name.padEnd(58)} ${rate}${formatGoal(`${name}, ${rate}`, value >= goal, `at least ${goal}`)}`,
  );
}

/** Prints a size with its budget in KB, if there is one. Returns whether the budget holds. */
export function printWeight(what: string, bytes: number, most?: number): boolean {
  const size = `${(bytes / 1024).toFixed(1)} KB`;
  return printBudget(what, size, bytes <= (most ?? Infinity) * 1024, most && `at most ${most} KB`);
}

export function printBudget(
  what: string,
  figure: string | number,
  holds: boolean,
  goal: string | number | undefined,
  causes: readonly string[] = [],
): boolean {
  const name = `${what.trim()}: ${figure}`;
  console.log(`  ${what.padEnd(46)}${String(figure).padStart(11)}${formatGoal(name, holds, goal)}`);
  for (const cause of causes.slice(0, 5)) console.log(`      ${cause}`);
  return holds;
}

/** Prints the scores of a page with their figures and causes. */
export function printScores(path: string, { scores, figures, causes }: Audit): void {
  const all = Object.entries(scores).map(([name, score]) => `${name} ${score}`);
  const holds = Object.values(scores).every((score) => score === 100);
  console.log(`  ${path}\n    ${all.join('   ')}${formatGoal(path, holds, '100 each')}`);
  console.log(
    `    ${Object.entries(figures)
      .map(([name, value]) => `${name} ${value}`)
      .join('   ')}`,
  );
  for (const cause of causes) console.log(`      ${cause}`);
}

/** Formats a goal and remembers it for `printGoals`. */
function formatGoal(name: string, holds: boolean, goal: string | number | undefined): string {
  if (!goal) return '';
  goals.push({ text: `${heading}: ${name} (${goal})`, holds });
  return `   goal: ${goal}, ${holds ? 'holds' : 'MISSED'}`;
}
