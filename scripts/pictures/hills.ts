/** A ridge that looks grown: waves of unlike length, moved by a seed. */
export interface Hill {
  seed: number;
  /** The middle of its ridge, from the top of the picture. */
  base: number;
  swing: number;
  /** The length of its longest wave. */
  wave: number;
  /** How much lower its left end lies; negative when it is higher. */
  rise?: number;
}

const step = 6;
/** How often each comes while the longest comes once, and how high it is. */
const waves = [
  [1, 0.62],
  [1.7, 0.42],
  [3.9, 0.15],
  [9.3, 0.06],
  [21.7, 0.025],
] as const;

export function heightAt({ seed, base, swing, wave, rise = 0 }: Hill, x: number): number {
  const turn = (2 * Math.PI * x) / wave;
  let shape = 0;
  for (const [often, high] of waves) shape += high * Math.sin(turn * often + seed * (often + 0.7));
  return base + swing * shape + rise * Math.exp(-(((x - 150) / 330) ** 2));
}

/** The ridge alone, from the left edge to the right. */
export function hillPath(hill: Hill, width: number): string {
  const points: string[] = [];
  for (let x = 0; x <= width; x += step) points.push(`${x} ${heightAt(hill, x).toFixed(1)}`);
  return `M${points.join('L')}`;
}

/** Firs in groups, their feet in the ridge. */
export function treesOn(hill: Hill, width: number, count: number, size: number): string {
  const next = random(hill.seed);
  const trees: string[] = [];
  while (trees.length < count) {
    const x = next() * width;
    // Woods, not a hedge: most of the ridge stays bare.
    if (Math.sin(x / 95 + hill.seed) < 0.25) continue;
    const tall = size * (0.7 + next() * 0.8);
    trees.push(fir(x, heightAt(hill, x) + 3, tall));
  }
  return trees.join('');
}

function fir(x: number, y: number, tall: number): string {
  const at = (dx: number, dy: number) => `${(x + dx * tall).toFixed(1)} ${(y - dy * tall).toFixed(1)}`;
  return `M${at(0, 1.5)}L${at(0.22, 0.95)}L${at(0.12, 0.95)}L${at(0.34, 0.45)}L${at(0.18, 0.45)}L${at(0.42, 0)}L${at(-0.42, 0)}L${at(-0.18, 0.45)}L${at(-0.34, 0.45)}L${at(-0.12, 0.95)}L${at(-0.22, 0.95)}Z`;
}

/** Mulberry32: numbers from 0 to 1 that are the same for the same seed. */
function random(seed: number): () => number {
  let state = seed * 0x9e3779b1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
