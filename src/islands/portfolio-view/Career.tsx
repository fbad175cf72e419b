import type * as wire from '#lib/contract/portfolio/portfolio.ts';
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
      stations={entries.map(({ company, location, ...entry }) => ({
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
      stations={entries.map(({ degree, institution, ...entry }) => ({
        ...entry,
        title: degree || institution,
        where: degree ? institution : '',
      }))}
    />
  );
}

interface Station extends Period {
  id: string;
  title: string;
  where: string;
  summary: string;
}

interface CareerProps {
  id: string;
  title: string;
  level: number;
  stations: readonly Station[];
}

/** Stations in the owner's order: when on one side, what on the other. */
function Career({ id, title, level, stations }: CareerProps) {
  if (!stations.length) return null;
  return (
    <Section id={id} title={title} level={level}>
      <ol className="pf-career">
        {stations.map((station) => (
          <li key={station.id}>
            <p className="pf-when">{formatPeriod(station)}</p>
            <div>
              <Heading level={level + 1}>{station.title}</Heading>
              {station.where && <p className="pf-where">{station.where}</p>}
              {station.summary && (
                <div className="pf-summary">
                  <Paragraphs text={station.summary} />
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
