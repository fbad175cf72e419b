const files: Record<string, string> = import.meta.glob('../../../../assets/illustrations/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const sources = new Map(
  Object.entries(files).map(([path, source]) => [path.replace(/^.*\/|\.svg$/g, ''), source.trim()] as const),
);

export const illustrationNames: readonly string[] = [...sources.keys()];

/** Returns the SVG element of a drawing, whose colours are design tokens. Throws when there is no such file. */
export function illustrationSource(name: string): string {
  const source = sources.get(name);
  if (!source) throw new Error(`There is no drawing src/assets/illustrations/${name}.svg.`);
  return source;
}
