import type { Audit } from './lighthouse.ts';
import type { Measured } from './load.ts';

/** Figures that a person reads; a goal that is missed says so. */
export function heading(text: string): void {
  console.log(`\n${text}\n${'-'.repeat(text.length)}`);
}

export function row(name: string, one: Measured): void {
  const failed = one.failed ? `   ${one.failed} FAILED` : '';
  console.log(
    `  ${name.padEnd(46)}${String(Math.round(one.perSecond)).padStart(8)} /s ${String(Math.round(one.cpu)).padStart(6)} µs CPU` +
      `   p50 ${String(one.p50).padStart(3)} ms   p99 ${String(one.p99).padStart(4)} ms${failed}`,
  );
}

/** A missed goal is followed by its cause. */
export function ratio(what: string, ours: Measured, theirs: Measured, goal?: number, cause?: string): void {
  const value = ours.perSecond / theirs.perSecond;
  const byCpu = `by CPU ${(theirs.cpu / ours.cpu).toFixed(2)}`;
  const holds = value >= (goal ?? 0);
  console.log(
    `  ${`${what}: ${value.toFixed(2)}`.padEnd(58)} ${byCpu}${verdict(holds, goal && `at least ${goal}`)}`,
  );
  if (!holds && cause) console.log(`    ${cause}`);
}

/** A budget is in KB; without one there is nothing to miss. */
export function weight(what: string, bytes: number, most?: number): boolean {
  const size = `${(bytes / 1024).toFixed(1)} KB`;
  return budget(what, size, bytes <= (most ?? Infinity) * 1024, most && `at most ${most} KB`);
}

export function budget(
  what: string,
  figure: string | number,
  holds: boolean,
  goal: string | number | undefined,
  causes: readonly string[] = [],
): boolean {
  console.log(`  ${what.padEnd(46)}${String(figure).padStart(11)}${verdict(holds, goal)}`);
  for (const cause of causes.slice(0, 5)) console.log(`      ${cause}`);
  return holds;
}

/** Lighthouse's four judgements of a page. */
export function scores(path: string, { scores, figures, causes }: Audit): void {
  const all = Object.entries(scores).map(([name, score]) => `${name} ${score}`);
  const holds = Object.values(scores).every((score) => score === 100);
  console.log(`  ${path}\n    ${all.join('   ')}${verdict(holds, '100 each')}`);
  console.log(
    `    ${Object.entries(figures)
      .map(([name, value]) => `${name} ${value}`)
      .join('   ')}`,
  );
  for (const cause of causes) console.log(`      ${cause}`);
}

function verdict(holds: boolean, goal: string | number | undefined): string {
  if (!goal) return '';
  return `   goal: ${goal}, ${holds ? 'holds' : 'MISSED'}`;
}
