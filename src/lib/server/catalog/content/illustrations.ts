const files: Record<string, string> = import.meta.glob('../../../../assets/illustrations/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const sources = new Map(
  Object.entries(files).map(([path, source]) => [path.replace(/^.*\/|\.svg$/g, ''), source.trim()] as const),
);

export const illustrationNames: readonly string[] = [...sources.keys()];

/** The SVG element of a drawing, to be put into a page; its colours are the page's tokens. */
export function illustrationSource(name: string): string {
  const source = sources.get(name);
  if (!source) throw new Error(`There is no drawing src/assets/illustrations/${name}.svg.`);
  return source;
}
