import type { AlumnusWithTransition } from '#lib/contract/catalog/alumni.ts';
import type { Coach } from '#lib/contract/catalog/coaches.ts';
import type { Review } from '#lib/contract/catalog/reviews.ts';
import { transitionLabels } from '#lib/domain/catalog/alumni.ts';
import type { Facet, FacetValue } from '#lib/domain/catalog/facets.ts';
import { findPreviousField, findProgramOfType, listAlumni } from '#lib/server/catalog/content/index.ts';

/** By which properties visitors filter coaches, alumni and reviews. */

export const coachFacets: readonly Facet<Coach>[] = [
  { name: 'expertise', label: 'Subject', valuesOf: ({ expertise }) => expertise.map(asValue) },
  { name: 'industry', label: 'Industry', valuesOf: ({ industries }) => industries.map(asValue) },
  { name: 'language', label: 'Language', valuesOf: ({ languages }) => languages.map(asValue) },
];

export const alumnusFacets: readonly Facet<AlumnusWithTransition>[] = [
  { name: 'program', label: 'Programme', valuesOf: programOf },
  {
    name: 'change',
    label: 'Change',
    valuesOf: ({ transition }) => [
      { value: transition.toLowerCase().replaceAll('_', '-'), label: transitionLabels[transition] },
    ],
  },
  {
    name: 'before',
    label: 'Work before',
    valuesOf: ({ slug }) => [asValue(findPreviousField(slug) ?? 'No job yet')],
  },
  { name: 'industry', label: 'Industry now', valuesOf: ({ industry }) => [asValue(industry)] },
  { name: 'city', label: 'City', valuesOf: ({ location }) => [asValue(location)] },
];

/** What is known of an alumnus holds for the reviews that the same person wrote about the same programme. */
export const reviewFacets: readonly Facet<Review>[] = alumnusFacets.map(({ valuesOf, ...facet }) => ({
  ...facet,
  valuesOf: (review) => {
    if (facet.name === 'program') return programOf(review);
    const alumnus = findAuthor(review);
    return alumnus ? valuesOf(alumnus) : [];
  },
}));

const findAuthor = ({ author, programType }: Review): AlumnusWithTransition | undefined =>
  listAlumni().find((alumnus) => alumnus.name === author.name && alumnus.programType === programType);

function programOf({ programType }: Pick<Review, 'programType'>): FacetValue[] {
  const program = findProgramOfType(programType);
  return program ? [{ value: program.slug, label: program.name }] : [];
}

function asValue(text: string): FacetValue {
  return { value: text, label: text };
}
