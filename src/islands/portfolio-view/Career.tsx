import type * as wire from '#lib/contract/portfolio/portfolio-schemas.ts';
import { formatPeriod, type Period } from '#lib/domain/portfolio/portfolio-text.ts';
import { Heading, Paragraphs, Section } from './Section.tsx';

interface EntriesProps<Entry> {
  entries: readonly Entry[];
  level: number;
}

export function Experience({ entries, level }: EntriesProps<wire.Experience>) {
  return (
    <Career
      id="experience"
      title="Experience"
      level={level}
      entries={entries.map(({ company, location, ...entry }) => ({
        ...entry,
        where: [company, location].filter(Boolean).join(', '),
      }))}
    />
  );
}

export function Education({ entries, level }: EntriesProps<wire.Education>) {
  return (
    <Career
      id="education"
      title="Education"
      level={level}
      entries={entries.map(({ degree, institution, ...entry }) => ({
        ...entry,
        title: degree || institution,
        where: degree ? institution : '',
      }))}
    />
  );
}

interface CareerEntry extends Period {
  id: string;
  title: string;
  where: string;
  summary: string;
}

interface CareerProps {
  id: string;
  title: string;
  level: number;
  entries: readonly CareerEntry[];
}

/** A list of jobs or studies in the owner's order, with the dates beside each. */
function Career({ id, title, level, entries }: CareerProps) {
  if (!entries.length) return null;
  return (
    <Section id={id} title={title} level={level}>
      <ol className="pf-career">
        {entries.map((entry) => (
          <li key={entry.id}>
            <p className="pf-when">{formatPeriod(entry)}</p>
            <div>
              <Heading level={level + 1}>{entry.title}</Heading>
              {entry.where && <p className="pf-where">{entry.where}</p>}
              {entry.summary && (
                <div className="pf-summary">
                  <Paragraphs text={entry.summary} />
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
