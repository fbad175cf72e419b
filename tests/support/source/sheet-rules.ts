import config from '../../../tailwind.config.mjs';

export interface Sheet {
  path: string;
  text: string;
}

/** Values in sheets, and the token to use for each. */
type Tokens = Record<string, string>;

const fontSizes: Tokens = Object.fromEntries(
  Object.entries(config.theme?.fontSize as Record<string, [string]>).map(([name, [size]]) => [
    size,
    `theme("fontSize.${name}")`,
  ]),
);

const radii = (tokens: string): Tokens => ({
  ...Object.fromEntries(
    [...tokens.matchAll(/--(round[\w-]*): ([^;]+);/g)].map(([, name, size]) => [size, `var(--${name})`]),
  ),
  ...Object.fromEntries(
    Object.entries(config.theme?.borderRadius as Record<string, string>)
      .filter(([, size]) => /^[1-9]\d*px$/.test(size))
      .map(([name, size]) => [size, `theme("borderRadius.${name}")`]),
  ),
});

const spaceProperty =
  /^(margin|padding|gap|row-gap|column-gap|inset|top|right|bottom|left|scroll-margin|scroll-padding)(-[\w-]+)?$/;

/** Returns what is wrong with the sheets, one sentence for each place; docs/design-tokens.md has the rules. */
export function sheetFaults(sheets: readonly Sheet[]): string[] {
  const tokensText = sheets.find(({ path }) => path.endsWith('/tokens.css'))?.text ?? '';
  const radiusTokens = radii(tokensText);
  const faults: string[] = [];
  const sizesOfOne = new Map<string, string>();
  for (const { path, text } of sheets) {
    const isTokens = path.endsWith('/tokens.css');
    if (text.includes('biome-ignore-all')) faults.push(`${path} switches a rule off for the whole file.`);
    if (/@source not ["']/.test(text)) faults.push(`${path} lists what utilities must not be looked for in.`);
    for (const [query] of text.matchAll(/@media[^{]*\bwidth\b[^{]*\d(px|r?em)[^{]*/g))
      faults.push(`${path}: ${query.trim()} has a width of its own; write @variant sm, md, lg or max-….`);
    for (const [, property = '', value = ''] of text.matchAll(/^\s*([\w-]+): ([^;{}]+);/gm)) {
      const declaration = `${path}: ${property}: ${value}`;
      // A drawing may name its own colours, and var() may have one to fall back on.
      const isOwn = !isTokens && !property.startsWith('--') && !value.startsWith('var(');
      if (isOwn && /#[\da-f]{3,8}\b|\b(rgb|hsl)a?\(/i.test(value))
        faults.push(`${declaration} is a colour of its own; take one of tokens.css.`);
      if (property === 'font-size') {
        const token = fontSizes[value];
        if (token) faults.push(`${declaration} is ${token}.`);
        const other = sizesOfOne.get(value);
        if (/\drem$/.test(value) && other && other !== path)
          faults.push(`${declaration} is also in ${other}; a size of two sheets is a token.`);
        sizesOfOne.set(value, path);
      }
      if (property.endsWith('radius'))
        for (const length of value.split(' '))
          if (radiusTokens[length]) faults.push(`${declaration} has ${radiusTokens[length]} as ${length}.`);
      if (spaceProperty.test(property) && !/[a-z]\(/.test(value))
        for (const [length, rem] of value.matchAll(/(?<![\w.])-?(\d*\.?\d+)rem\b/g))
          if (Number(rem) <= 8 && (Number(rem) * 8) % 1 === 0)
            faults.push(`${declaration} has ${length}, which is --spacing(${Number(rem) * 4}).`);
    }
  }
  return faults;
}

/** Returns the arbitrary values in the mark-up's classes, such as `max-w-[34rem]`: a length without a name. */
export function arbitraryValues({ path, text }: Sheet): string[] {
  return [...text.matchAll(/\bclass(?:Name|:list)?=(?:"[^"]*"|\{[^}]*\})/g)]
    .flatMap(([attribute]) => attribute.match(/[\w:-]+-\[[^\]'"`]+\]/g) ?? [])
    .map((name) => `${path}: ${name} has no name; give it a token or a class.`);
}
