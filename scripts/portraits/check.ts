import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { findFaces } from '#lib/server/images/faces.ts';
import { type ImageType, imageTypeOf } from '#lib/server/images/format.ts';

/** Somebody whom pages show, with the name of their picture in src/assets/portraits. */
export interface PicturedPerson {
  name: string;
  portrait: string | null;
  /** The file that names the picture: `coaches/kavya-reddy`. */
  from: string;
}

/** `problems` must be repaired. `notes` are worth a look. */
export interface PictureReport {
  problems: string[];
  notes: string[];
}

/** The largest square that pages ask for is 384 pixels, and a face must not be enlarged to fill it. */
const minSide = 512;
const maxSide = 6000;
const maxMegabytes = 3;
/** A photo may be twice as high as wide; the square around the face is cut from it. */
const maxRatio = 2;
const types: Record<string, ImageType> = { svg: 'svg', jpg: 'jpeg', png: 'png', webp: 'webp' };

/**
 * Checks the picture of every person: that the file exists, is what its name says, has a size and a shape from which a square
 * can be cut, is called like the person and shows one face.
 */
export async function checkPortraits(
  people: readonly PicturedPerson[],
  files: readonly string[],
  folder: string,
): Promise<PictureReport> {
  const report: PictureReport = { problems: [], notes: [] };
  const shown = people.flatMap(({ portrait, ...person }) => (portrait ? [{ ...person, portrait }] : []));
  for (const { name, portrait, from } of shown)
    if (portrait !== toFileName(name))
      report.problems.push(
        `${from}: ${name} has the picture "${portrait}". Call the file ${toFileName(name)}.`,
      );
  for (const portrait of new Set(shown.map((one) => one.portrait))) {
    const found = files.filter((file) => file.replace(/\.\w+$/, '') === portrait);
    const [file] = found;
    if (found.length !== 1 || !file)
      report.problems.push(
        `${portrait}: ${found.length} files, but there must be one: ${portrait}.jpg, .png, .webp or .svg.`,
      );
    else await checkFile(file, await readFile(join(folder, file)), report);
  }
  for (const file of files)
    if (!shown.some(({ portrait }) => portrait === file.replace(/\.\w+$/, '')))
      report.notes.push(`${file}: nobody has this picture.`);
  return report;
}

/** Returns the name of a person's file: `Kavya Reddy` has `kavya-reddy`. */
const toFileName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

async function checkFile(file: string, bytes: Buffer, { problems, notes }: PictureReport): Promise<void> {
  const type = imageTypeOf(bytes);
  const named = types[/\.(\w+)$/.exec(file)?.[1] ?? ''];
  if (!type || type !== named) {
    problems.push(`${file}: it is ${type ?? 'no picture'}. Save it as JPEG, PNG or WebP under that ending.`);
    return;
  }
  const { autoOrient, width, height } = await sharp(bytes).metadata();
  const [wide, high] = type === 'svg' ? [width, height] : [autoOrient.width, autoOrient.height];
  if (type === 'svg') {
    if (wide !== high) problems.push(`${file}: the drawing is ${wide} by ${high}. It must be a square.`);
    return;
  }
  const [shorter, longer] = [Math.min(wide, high), Math.max(wide, high)];
  if (shorter < minSide)
    problems.push(`${file}: ${wide} by ${high} pixels. The shorter side needs ${minSide}.`);
  if (longer > maxSide)
    problems.push(`${file}: ${wide} by ${high} pixels. The longer side may have ${maxSide}.`);
  if (longer / shorter > maxRatio) problems.push(`${file}: ${wide} by ${high} is too narrow. Crop it.`);
  if (bytes.length > maxMegabytes * 1_000_000)
    problems.push(`${file}: ${(bytes.length / 1_000_000).toFixed(1)} MB. It may have ${maxMegabytes} MB.`);
  const faces = await countFaces(bytes);
  if (faces !== 1) notes.push(`${file}: ${faces} faces were found. Look at the person on a page.`);
}

async function countFaces(bytes: Buffer): Promise<number> {
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .resize(320, 320, { fit: 'inside' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return (await findFaces({ data, width: info.width, height: info.height })).length;
}
