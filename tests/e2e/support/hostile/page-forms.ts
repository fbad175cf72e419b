import type { Role } from './hostile-server.ts';

/** A form that posts, as it stands in a page. */
export interface PageForm {
  path: string;
  role: Role;
  fields: FormField[];
}

interface FormField {
  name: string;
  /** The value that it has or may have. */
  values: string[];
}

/** Reads the forms of a page that post. */
export function readForms(html: string, path: string, role: Role): PageForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)]
    .filter(([, attributes = '']) => /method="?post/i.test(attributes))
    .map(([, attributes = '', inside = '']) => ({
      path: attributeOf(attributes, 'action') || path,
      role,
      fields: readFields(inside),
    }));
}

/** Merges the forms of a page that differ in their values only, such as the one of each row of a list. */
export function mergeForms(forms: readonly PageForm[]): PageForm[] {
  const merged = new Map<string, PageForm>();
  for (const form of forms) {
    const key = [form.path, ...form.fields.map(({ name }) => name)].join(' ');
    const known = merged.get(key);
    if (!known) merged.set(key, form);
    else
      for (const [at, { values }] of form.fields.entries())
        known.fields[at]?.values.push(...values.filter((value) => !known.fields[at]?.values.includes(value)));
  }
  return [...merged.values()];
}

function readFields(html: string): FormField[] {
  const fields = new Map<string, string[]>();
  const add = (name: string | null, value: string) => {
    if (name) fields.set(name, [...(fields.get(name) ?? []), value]);
  };
  for (const [, attributes = ''] of html.matchAll(/<(?:input|button)\b([^>]*)>/g))
    add(attributeOf(attributes, 'name'), attributeOf(attributes, 'value') ?? 'on');
  for (const [, attributes = '', text = ''] of html.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g))
    add(attributeOf(attributes, 'name'), decode(text));
  for (const [, attributes = '', options = ''] of html.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g))
    for (const [, option = ''] of options.matchAll(/<option\b([^>]*)>/g))
      add(attributeOf(attributes, 'name'), attributeOf(option, 'value') ?? '');
  return [...fields].map(([name, values]) => ({ name, values }));
}

function attributeOf(attributes: string, name: string): string | null {
  const found = new RegExp(`\\b${name}=(?:"([^"]*)"|([^\\s>"]+))`).exec(attributes);
  return found ? decode(found[1] ?? found[2] ?? '') : null;
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#34': '"',
  '#39': "'",
  '#x27': "'",
  '#38': '&',
};
const decode = (text: string): string =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
