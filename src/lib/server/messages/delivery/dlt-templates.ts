/** Templates of SMS that are registered with India's DLT: operators drop a text that fits none. */

export interface DltTemplate {
  /** The id of the DLT: `1107160000000000001`. */
  id: string;
  /** The registered text, with `{#var#}` in the places of what differs. */
  text: string;
  /** The id of the same template at MSG91; null where it has none. */
  msg91: string | null;
}

export interface DltRegistration {
  /** The id of our company (principal entity). */
  entityId: string;
  /** The header that SMS come from: `LIFTOF`. */
  senderId: string;
  templates: readonly DltTemplate[];
}

export interface FoundTemplate {
  template: DltTemplate;
  /** What stands in the places of the variables, in their order. */
  values: string[];
}

/** The most that the DLT accepts for one variable. */
const maxValueLength = 30;

/** Finds the first template that a text was registered by; null where operators would drop it. */
export function findDltTemplate({ templates }: DltRegistration, text: string): FoundTemplate | null {
  for (const template of templates) {
    const values = findValues(template.text.trim().split('{#var#}'), text.trim());
    if (values) return { template, values };
  }
  return null;
}

/**
 * Finds the values of a template's variables, each as short as possible; null where the text does not fit. A long value has
 * several variables in a row, and a regular expression would try each of the many ways to divide it.
 */
function findValues(parts: readonly string[], text: string): string[] | null {
  const [beginning = ''] = parts;
  const failed = new Set<string>();
  const match = (at: number, start: number): string[] | null => {
    const part = parts[at];
    if (part === undefined) return start === text.length ? [] : null;
    const place = `${at} ${start}`;
    if (failed.has(place)) return null;
    for (let end = start; end <= Math.min(start + maxValueLength, text.length); end += 1) {
      const rest = text.startsWith(part, end) ? match(at + 1, end + part.length) : null;
      if (rest) return [text.slice(start, end), ...rest];
    }
    failed.add(place);
    return null;
  };
  return text.startsWith(beginning) ? match(1, beginning.length) : null;
}
