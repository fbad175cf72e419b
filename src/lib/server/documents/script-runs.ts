import type { IndicScript } from './indic-fonts.ts';

const scripts: readonly [script: IndicScript, letters: RegExp][] = [
  ['devanagari', /[\u0900-\u097f]/],
  ['tamil', /[\u0b80-\u0bff]/],
  ['bengali', /[\u0980-\u09ff]/],
  ['telugu', /[\u0c00-\u0c7f]/],
];

export interface ScriptRun {
  /** Null for Latin. */
  script: IndicScript | null;
  text: string;
}

/** Splits a text into runs of one script each. What joins letters stays with them, and a space with what comes before it. */
export function splitByScript(text: string): ScriptRun[] {
  const runs: ScriptRun[] = [];
  for (const sign of text.normalize('NFC')) {
    const found = scripts.find(([, letters]) => letters.test(sign))?.[0] ?? null;
    const last = runs.at(-1);
    const joins = /[\s\u200c\u200d]/.test(sign);
    if (last && (joins || last.script === found)) last.text += sign;
    else runs.push({ script: found, text: sign });
  }
  return runs;
}
