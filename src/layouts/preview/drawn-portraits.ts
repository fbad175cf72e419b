const files: Record<string, string> = import.meta.glob('../../assets/portraits/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Returns a drawn portrait by its file's name, or null: a photo is not part of a preview. */
export function findDrawnPortrait(name: string): Uint8Array | null {
  const source = files[`../../assets/portraits/${name}.svg`];
  return source ? Buffer.from(source) : null;
}
