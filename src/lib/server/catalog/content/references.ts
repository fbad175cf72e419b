import { programTypes } from '#lib/domain/catalog/programs.ts';
import { isBrochureProgram } from '#lib/domain/leads/brochure.ts';
import type { Files } from './files.ts';
import { illustrationNames } from './illustrations.ts';
import { findNearestWord } from './nearest-word.ts';
import { portraitNames } from './portraits.ts';

/** What no single file can know: that the others which it names are there. A sentence for each that is not. */
export function findBrokenReferences(files: Files): string[] {
  return [
    ...programMistakes(files),
    ...files.batches.flatMap(({ slug, name }) =>
      files.batches.some((other) => other.name === name && other.slug < slug)
        ? [`src/content/batches/${slug}.yaml: "name" is "${name}", which another batch has already.`]
        : [],
    ),
    ...repeated('coaches', files.coaches),
    ...named('coaches', files.coaches, ({ portrait }) => portrait),
    ...named('alumni', files.alumni, ({ portrait }) => portrait),
    ...named('reviews', files.reviews, ({ author }) => author.portrait),
    ...named('testimonials', files.testimonials, ({ portrait }) => portrait),
    ...inBatch('alumni', files.alumni, files),
    ...inBatch('reviews', files.reviews, files),
  ];
}

function programMistakes({ programs, coaches }: Files): string[] {
  const coachNames = coaches.map(({ slug }) => slug);
  return [
    ...repeated('programs', programs),
    ...programTypes.flatMap((type) => {
      const count = programs.filter((program) => program.type === type).length;
      return count === 1
        ? []
        : [`src/content/programs: ${count} files have the type ${type}; each type needs one.`];
    }),
    ...programs.flatMap(({ slug, brochure, illustration, coachSlugs }) => {
      const path = `src/content/programs/${slug}.yaml`;
      return [
        ...unknown(path, 'illustration', illustration, illustrationNames, 'src/assets/illustrations'),
        ...coachSlugs.flatMap((coach) =>
          unknown(path, 'coachSlugs', coach, coachNames, 'src/content/coaches'),
        ),
        ...(brochure === isBrochureProgram(slug)
          ? []
          : [`${path}: "brochure" is ${brochure}, but src/lib/domain/leads/brochure.ts says otherwise.`]),
      ];
    }),
  ];
}

/** Two with the same place in a list. */
function repeated(folder: string, entries: readonly { slug: string; order: number }[]): string[] {
  return entries.flatMap(({ slug, order }) => {
    const other = entries.find((one) => one.order === order && one.slug < slug);
    return other
      ? [`src/content/${folder}/${slug}.yaml: "order" is ${order}, as in ${other.slug}.yaml.`]
      : [];
  });
}

function named<E extends { slug: string }>(
  folder: string,
  entries: readonly E[],
  portraitOf: (entry: E) => string | null,
): string[] {
  return entries.flatMap((entry) => {
    const portrait = portraitOf(entry);
    const path = `src/content/${folder}/${entry.slug}.yaml`;
    return portrait ? unknown(path, 'portrait', portrait, portraitNames, 'src/assets/portraits') : [];
  });
}

function inBatch(
  folder: string,
  entries: readonly { slug: string; batchName: string; programType: string }[],
  { batches }: Files,
): string[] {
  return entries.flatMap(({ slug, batchName, programType }) => {
    const names = batches.filter((batch) => batch.programType === programType).map(({ name }) => name);
    return unknown(
      `src/content/${folder}/${slug}.yaml`,
      'batchName',
      batchName,
      names,
      `the batches of ${programType}`,
    );
  });
}

function unknown(
  path: string,
  field: string,
  name: string,
  known: readonly string[],
  where: string,
): string[] {
  if (known.includes(name)) return [];
  const meant = findNearestWord(name, known);
  return [
    `${path}: "${field}" names "${name}", which is not in ${where}.${meant ? ` Did you mean "${meant}"?` : ''}`,
  ];
}
