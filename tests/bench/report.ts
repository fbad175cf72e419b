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

export function weight(what: string, bytes: number, budget?: number): void {
  const size = `${(bytes / 1024).toFixed(1)} KB`;
  console.log(
    `  ${what.padEnd(46)}${size.padStart(11)}${verdict(bytes <= (budget ?? Infinity) * 1024, budget && `at most ${budget} KB`)}`,
  );
}

function verdict(holds: boolean, goal: string | number | undefined): string {
  if (!goal) return '';
  return `   goal: ${goal}, ${holds ? 'holds' : 'MISSED'}`;
}
