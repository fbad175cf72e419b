/**
 * Draws src/assets/pictures: `npx node scripts/pictures/index.ts`. The same code and version of sharp give the same files,
 * because all randomness comes from seeds.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { drawDawn } from './dawn.ts';

const folder = fileURLToPath(new URL('../../src/assets/pictures/', import.meta.url));
mkdirSync(folder, { recursive: true });
const { size } = await sharp(Buffer.from(drawDawn()))
  .flatten()
  .webp({ quality: 90, effort: 6 })
  .toFile(`${folder}dawn.webp`);
console.log(`dawn.webp: ${Math.round(size / 1024)} KB`);
