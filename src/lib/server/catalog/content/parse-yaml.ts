import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';

/** Parses a YAML file. Throws an error with the line and how to fix it. Dates stay text. */
export function parseYaml(path: string, source: string): unknown {
  try {
    return load(source, { schema: CORE_SCHEMA }) ?? null;
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const number = error.mark?.line ?? 0;
    const line = source.split('\n')[number] ?? '';
    const where = line.trim() ? `line ${number + 1} ("${line.trim()}")` : `line ${number + 1}`;
    throw new Error(`${path}: ${where} cannot be read: ${error.reason}. ${fixFor(line)}`, { cause: error });
  }
}

function fixFor(line: string): string {
  if (/^\s*\t/.test(line)) return 'Indent with spaces, not with a tab.';
  if (/^\s*(- )?(\w+: )?[^"'>|]*: /.test(line)) return colonFix;
  return 'Fields that belong together begin under each other; a text that begins with a sign needs double quotes.';
}

/** The most frequent mistake: YAML reads `Her rule: count` as a field named `Her rule`. */
export const colonFix = 'A text with a colon and a space in it needs double quotes around it.';
