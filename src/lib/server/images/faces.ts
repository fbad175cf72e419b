import { setImmediate as nextTurn } from 'node:timers/promises';
import cascadeUrl from './facefinder.bin?url&inline';

/**
 * Pico: pixel intensity comparisons in decision trees (Markuš et al., https://arxiv.org/abs/1305.4537), with the
 * authors' cascade for upright faces seen from the front (facefinder-LICENSE.txt).
 */
export interface Face {
  /** The centre and the side of the square around brows, cheeks and chin. */
  x: number;
  y: number;
  side: number;
  score: number;
}

export interface GreyImage {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Patterns with a lower score only look like a face; see docs/decisions/0010-images.md. */
const minScore = 15;
const smallestPart = 0.1;
const growth = 1.1;
const shift = 0.1;
const maxOverlap = 0.2;

/** Finds the faces of a picture, those with the best score first. Other requests run between its passes. */
export async function findFaces(image: GreyImage): Promise<Face[]> {
  const shorter = Math.min(image.width, image.height);
  const hits: Face[] = [];
  for (let side = Math.max(20, Math.round(shorter * smallestPart)); side <= shorter; side *= growth) {
    scan(image, side, hits);
    await nextTurn();
  }
  return merge(hits).filter(({ score }) => score >= minScore);
}

function scan({ data, width, height }: GreyImage, side: number, hits: Face[]): void {
  const step = Math.max(1, Math.floor(shift * side));
  const margin = Math.floor(side / 2 + 1);
  for (let y = margin; y <= height - margin; y += step)
    for (let x = margin; x <= width - margin; x += step) {
      const score = classify(data, width, x, y, side);
      if (score > 0) hits.push({ x, y, side, score });
    }
}

/** Merges hits that overlap into one face, with their mean position and the sum of their scores. */
function merge(hits: Face[]): Face[] {
  const rest = hits.toSorted((a, b) => b.score - a.score);
  const faces: Face[] = [];
  for (let first = rest.shift(); first; first = rest.shift()) {
    const same = [first, ...rest.filter((one) => overlap(one, first) > maxOverlap)];
    for (const one of same.slice(1)) rest.splice(rest.indexOf(one), 1);
    const mean = (key: 'x' | 'y' | 'side') => same.reduce((sum, one) => sum + one[key], 0) / same.length;
    const score = same.reduce((sum, one) => sum + one.score, 0);
    faces.push({ x: mean('x'), y: mean('y'), side: mean('side'), score });
  }
  return faces.sort((a, b) => b.score - a.score);
}

function overlap(a: Face, b: Face): number {
  const along = (key: 'x' | 'y') =>
    Math.max(
      0,
      Math.min(a[key] + a.side / 2, b[key] + b.side / 2) - Math.max(a[key] - a.side / 2, b[key] - b.side / 2),
    );
  const shared = along('x') * along('y');
  return shared / (a.side ** 2 + b.side ** 2 - shared);
}

const cascade = readCascade(Buffer.from(cascadeUrl.slice(cascadeUrl.indexOf(',') + 1), 'base64'));

/** Parses the cascade, little-endian: eight bytes of header, depth and number of trees, then each tree's tests, leaves, threshold. */
function readCascade(file: Buffer) {
  const depth = file.readInt32LE(8);
  const count = file.readInt32LE(12);
  const leaves = 2 ** depth;
  const tests = new Int8Array(count * leaves * 4);
  const scores = new Float32Array(count * leaves);
  const thresholds = new Float32Array(count);
  let at = 16;
  for (let tree = 0; tree < count; tree += 1) {
    // A tree's first test has the number 1.
    tests.set(new Int8Array(file.subarray(at, at + 4 * (leaves - 1))), (tree * leaves + 1) * 4);
    at += 4 * (leaves - 1);
    for (let leaf = 0; leaf < leaves; leaf += 1, at += 4) scores[tree * leaves + leaf] = file.readFloatLE(at);
    thresholds[tree] = file.readFloatLE(at);
    at += 4;
  }
  return { depth, count, leaves, tests, scores, thresholds };
}

/** Returns the score of a square as a face. The first trees reject most. Indexes are within bounds by construction. */
function classify(data: Uint8Array, width: number, x: number, y: number, side: number): number {
  const { depth, count, leaves, tests, scores, thresholds } = cascade;
  const pixel = (dy: number, dx: number) =>
    data[((256 * y + dy * side) >> 8) * width + ((256 * x + dx * side) >> 8)] as number;
  let score = 0;
  for (let tree = 0; tree < count; tree += 1) {
    let node = 1;
    for (let level = 0; level < depth; level += 1) {
      const at = (tree * leaves + node) * 4;
      const first = pixel(tests[at] as number, tests[at + 1] as number);
      const second = pixel(tests[at + 2] as number, tests[at + 3] as number);
      node = 2 * node + (first <= second ? 1 : 0);
    }
    score += scores[tree * leaves + node - leaves] as number;
    if (score <= (thresholds[tree] as number)) return -1;
  }
  return score - (thresholds[count - 1] as number);
}
