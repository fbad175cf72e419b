import { catalogTypes } from '#lib/domain/catalog/programs.ts';
import type { Files } from './files.ts';
import { illustrationNames } from './illustrations.ts';
import { findNearestWord } from './nearest-word.ts';
import { portraitNames } from './portraits.ts';

/**
 * Checks that the files, pictures and batches that a file refers to exist. Returns a sentence for each
 * missing one.
 */
export function findBrokenReferences(files: Files): string[] {
  return [
    ...findProgramMistakes(files),
    ...files.batches.flatMap(({ slug, name }) =>
      files.batches.some((other) => other.name === name && other.slug < slug)
        ? [`src/content/batches/${slug}.yaml: "name" is "${name}", which another batch has already.`]
        : [],
    ),
    ...findRepeatedOrders('coaches', files.coaches),
    ...findMissingPortraits('coaches', files.coaches, ({ portrait }) => portrait),
    ...findMissingPortraits('alumni', files.alumni, ({ portrait }) => portrait),
    ...findMissingPortraits('reviews', files.reviews, ({ author }) => author.portrait),
    ...(files.company.length === 1
      ? []
      : ['src/content/company: there must be one file, company.yaml, about the company behind the site.']),
    ...findMissingPortraits(
      'company',
      files.company.flatMap(({ slug, team }) => team.map(({ portrait }) => ({ slug, portrait }))),
      ({ portrait }) => portrait,
    ),
    ...findMissingPortraits('testimonials', files.testimonials, ({ portrait }) => portrait),
    ...findMissingBatches('alumni', files.alumni, files),
    ...findMissingBatches('reviews', files.reviews, files),
    ...findMissingCoaches('programs', files.programs, files),
    ...findMissingCoaches('reviews', files.reviews, files),
  ];
}

function findProgramMistakes({ programs }: Files): string[] {
  return [
    ...findRepeatedOrders('programs', programs),
    ...catalogTypes.flatMap((type) => {
      const count = programs.filter((program) => program.type === type).length;
      return count === 1
        ? []
        : [`src/content/programs: ${count} files have the type ${type}; each type needs one.`];
    }),
    ...programs.flatMap(({ slug, illustration }) => {
      const path = `src/content/programs/${slug}.yaml`;
      return explainMissing(
        path,
        'illustration',
        illustration,
        illustrationNames,
        'src/assets/illustrations',
      );
    }),
  ];
}

function findMissingCoaches(
  folder: string,
  entries: readonly { slug: string; coachSlugs: readonly string[] }[],
  { coaches }: Files,
): string[] {
  const names = coaches.map(({ slug }) => slug);
  return entries.flatMap(({ slug, coachSlugs }) =>
    coachSlugs.flatMap((coach) =>
      explainMissing(`src/content/${folder}/${slug}.yaml`, 'coachSlugs', coach, names, 'src/content/coaches'),
    ),
  );
}

/** Finds two entries with the same `order`. */
function findRepeatedOrders(folder: string, entries: readonly { slug: string; order: number }[]): string[] {
  return entries.flatMap(({ slug, order }) => {
    const other = entries.find((one) => one.order === order && one.slug < slug);
    return other
      ? [`src/content/${folder}/${slug}.yaml: "order" is ${order}, as in ${other.slug}.yaml.`]
      : [];
  });
}

function findMissingPortraits<E extends { slug: string }>(
  folder: string,
  entries: readonly E[],
  portraitOf: (entry: E) => string | null,
): string[] {
  return entries.flatMap((entry) => {
    const portrait = portraitOf(entry);
    const path = `src/content/${folder}/${entry.slug}.yaml`;
    return portrait ? explainMissing(path, 'portrait', portrait, portraitNames, 'src/assets/portraits') : [];
  });
}

function findMissingBatches(
  folder: string,
  entries: readonly { slug: string; batchName: string; programType: string }[],
  { batches }: Files,
): string[] {
  return entries.flatMap(({ slug, batchName, programType }) => {
    const names = batches.filter((batch) => batch.programType === programType).map(({ name }) => name);
    return explainMissing(
      `src/content/${folder}/${slug}.yaml`,
      'batchName',
      batchName,
      names,
      `the batches of ${programType}`,
    );
  });
}

function explainMissing(
  path: string,
  field: string,
  name: string,
  known: readonly string[],
  where: string,
): string[] {
  if (known.includes(name)) return [];
  const suggestion = findNearestWord(name, known);
  return [
    `${path}: "${field}" names "${name}", which is not in ${where}.${suggestion ? ` Did you mean "${suggestion}"?` : ''}`,
  ];
}
