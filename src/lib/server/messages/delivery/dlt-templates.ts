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
    const [, ...values] = toPattern(template.text).exec(text.trim()) ?? [];
    if (values.length > 0 || template.text.trim() === text.trim()) return { template, values };
  }
  return null;
}

function toPattern(text: string): RegExp {
  const literals = text.trim().split('{#var#}');
  const escaped = literals.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join(`([^]{0,${maxValueLength}}?)`)}$`);
}
