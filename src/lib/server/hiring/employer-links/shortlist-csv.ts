import { decisionColumns } from '#lib/domain/hiring/applications/decision-columns.ts';
import { recommendationLabels } from '#lib/domain/hiring/appointments/scorecard.ts';
import { employerAnswerLabels } from '#lib/domain/hiring/employer-links/employer-link.ts';
import { type CsvCell, formatCsv } from '#lib/server/core/csv-format.ts';
import type { Shortlist } from './find-shortlist.ts';

/**
 * Formats the candidates of an employer's link as a CSV file, with what its page shows of each: what they sent, which rules of the
 * job they meet, the scorecards, and the employer's own answer. The addresses of résumés are those of the link, so they open as
 * long as the link does. There is no phone number and no email in it. Staff import it with the columns of decisions filled in. [API-42]
 */
export function formatShortlistCsv({ candidates }: Shortlist, siteOrigin: string): string {
  const factNames = [...new Set(candidates.flatMap(({ facts }) => facts.map(([name]) => name)))];
  const header: CsvCell[] = ['Number', 'Name', ...factNames, ...otherColumns];
  const rows = candidates.map((one): CsvCell[] => {
    const facts = new Map(one.facts);
    const { eligibility, review } = one;
    return [
      one.number,
      one.name,
      ...factNames.map((name) => facts.get(name) ?? null),
      eligibility?.met.join(', ') ?? null,
      eligibility?.missing.join(', ') ?? null,
      eligibility?.unchecked.join(', ') ?? null,
      one.answers.map(({ label, value }) => `${label} ${value}`).join('\n'),
      one.scorecards.map(formatScorecard).join('\n'),
      one.resume && siteOrigin + one.resume.url,
      one.portfolioSlug && `${siteOrigin}/portfolios/${one.portfolioSlug}/`,
      review.answer && employerAnswerLabels[review.answer],
      review.note,
      ...decisionColumns.map(() => null),
    ];
  });
  return formatCsv([header, ...rows], { isFirst: true });
}

const otherColumns = [
  'Meets',
  'Does not meet',
  'To check',
  'Answers',
  'Scorecards',
  'Résumé',
  'Portfolio',
  'Your answer',
  'Your note',
  ...decisionColumns,
];

const formatScorecard = ({
  recommendation,
  criteria,
  summary,
}: Shortlist['candidates'][number]['scorecards'][number]) =>
  [
    recommendationLabels[recommendation],
    ...criteria.map(({ label, score }) => `${label} ${score} of 5`),
    summary,
  ].join('. ');
