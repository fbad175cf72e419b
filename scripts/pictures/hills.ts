/** A hill. Its ridge is a sum of waves of different lengths, and the seed shifts them. */
export interface Hill {
  seed: number;
  /** The distance from the top of the picture to the middle of the ridge. */
  base: number;
  amplitude: number;
  /** The length of the longest wave. */
  wavelength: number;
  /** The distance by which the left end of the ridge is lower; negative when it is higher. */
  leftDrop?: number;
}

const step = 6;
/** The frequency and amplitude of each wave, relative to the longest wave and to the hill's amplitude. */
const waves = [
  [1, 0.62],
  [1.7, 0.42],
  [3.9, 0.15],
  [9.3, 0.06],
  [21.7, 0.025],
] as const;

/** Returns the distance from the top of the picture to the ridge at x. */
export function heightAt({ seed, base, amplitude, wavelength, leftDrop = 0 }: Hill, x: number): number {
  const angle = (2 * Math.PI * x) / wavelength;
  let shape = 0;
  for (const [frequency, share] of waves)
    shape += share * Math.sin(angle * frequency + seed * (frequency + 0.7));
  return base + amplitude * shape + leftDrop * Math.exp(-(((x - 150) / 330) ** 2));
}

/** Returns the SVG path of the ridge, from the left edge of the picture to the right. */
export function hillPath(hill: Hill, width: number): string {
  const points: string[] = [];
  for (let x = 0; x <= width; x += step) points.push(`${x} ${heightAt(hill, x).toFixed(1)}`);
  return `M${points.join('L')}`;
}

/** Returns the SVG path of groups of firs on the ridge. */
export function treesPath(hill: Hill, width: number, count: number, size: number): string {
  const next = createRandom(hill.seed);
  const trees: string[] = [];
  while (trees.length < count) {
    const x = next() * width;
    // Most of the ridge stays bare, so that the firs form groups and not one row.
    if (Math.sin(x / 95 + hill.seed) < 0.25) continue;
    const tall = size * (0.7 + next() * 0.8);
    trees.push(firPath(x, heightAt(hill, x) + 3, tall));
  }
  return trees.join('');
}

function firPath(x: number, y: number, tall: number): string {
  const at = (dx: number, dy: number) => `${(x + dx * tall).toFixed(1)} ${(y - dy * tall).toFixed(1)}`;
  return `M${at(0, 1.5)}L${at(0.22, 0.95)}L${at(0.12, 0.95)}L${at(0.34, 0.45)}L${at(0.18, 0.45)}L${at(0.42, 0)}L${at(-0.42, 0)}L${at(-0.18, 0.45)}L${at(-0.34, 0.45)}L${at(-0.12, 0.95)}L${at(-0.22, 0.95)}Z`;
}

/** Creates a Mulberry32 generator of numbers from 0 to 1. The same seed gives the same numbers. */
function createRandom(seed: number): () => number {
  let state = seed * 0x9e3779b1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
