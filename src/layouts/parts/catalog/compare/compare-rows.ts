import type { BatchCardText } from '#lib/domain/catalog/batch-card.ts';
import { readComparison } from '#lib/domain/catalog/comparison.ts';
import { countWeeks, formatHours, numberWeeks } from '#lib/domain/catalog/curriculum.ts';
import { findProgram, listCoachesOf, listPrograms, type Program } from '#lib/server/catalog/content/index.ts';
import { createOfferReader } from '../programs/program-page.ts';

/** A programme with the texts of its batch at this moment. */
export interface ProgramOffer {
  program: Program;
  shown: BatchCardText;
}

/** A cell of the comparison: a text, lines, or links. */
export type CompareCell = string | readonly string[] | readonly { href: string; label: string }[];

export interface CompareRow {
  label: string;
  cells: readonly CompareCell[];
}

/** Reads the programmes to compare from the URL, with what is known of them at this moment. */
export async function loadComparison(query: URLSearchParams) {
  const { chosen, slugs, unknown } = readComparison(
    query,
    listPrograms().map(({ slug }) => slug),
  );
  const readOffer = await createOfferReader();
  const programs = slugs.flatMap((slug) => findProgram(slug) ?? []);
  return { chosen, unknown, offers: programs.map((program) => ({ program, shown: readOffer(program) })) };
}

/** Lists the rows of the comparison, what a visitor decides by first. */
export function listCompareRows(offers: readonly ProgramOffer[]): CompareRow[] {
  const columns = offers.map(describeProgram);
  return Object.keys(columns[0] ?? {}).map((label) => ({
    label,
    cells: columns.map((column) => column[label] ?? ''),
  }));
}

function describeProgram({ program, shown }: ProgramOffer): Record<string, CompareCell> {
  const { slug, facts, fee, outcomes, curriculum, startsAnyTime, jobs } = program;
  const byJob = jobs.length > 0 ? 'As the job says' : null;
  const [mode] = shown.schedule.split(' · ');
  return {
    'For whom': facts.audience,
    'What you get': outcomes.map(({ figure, text }) => (figure ? `${figure} ${text}` : text)),
    'Fee with tax': [shown.fee, shown.discount, fee.note ?? ''].filter(Boolean),
    Instalments: shown.instalments || (fee.amount > 0 ? 'One payment' : 'Nothing to pay'),
    'Next start': shown.starts || 'No batch announced',
    Duration: facts.duration,
    'Hours a week': byJob ?? formatHours(facts.hoursPerWeek),
    Mode: [mode, facts.format].filter(Boolean).join('. '),
    'Seats left': byJob ?? (shown.seats || (startsAnyTime ? 'One to one' : 'No batch announced')),
    Curriculum: byJob
      ? curriculum.map(({ title }) => title)
      : [
          `${countWeeks(curriculum)} weeks`,
          ...numberWeeks(curriculum).map(({ title, period }) => `${period}: ${title}`),
        ],
    Coaches: listCoachesOf(program).map((coach) => ({ href: `/coaches/${coach.slug}/`, label: coach.name })),
    Brochure: [{ href: `/programs/${slug}/brochure/`, label: 'Get the brochure' }],
    'Your seat': [
      {
        href: shown.href.startsWith('#') ? `/programs/${slug}/${shown.href}` : shown.href,
        label: shown.action,
      },
    ],
  };
}
