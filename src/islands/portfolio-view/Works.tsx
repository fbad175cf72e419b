import type { PublishedWork } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { workKindLabels } from '#lib/domain/portfolio/portfolio.ts';
import { formatHost, formatPartialDate } from '#lib/domain/portfolio/portfolio-text.ts';
import { Cover } from './Cover.tsx';
import { Embed } from './Embed.tsx';
import { ExternalLink } from './Links.tsx';
import { Heading, Paragraphs, Section } from './Section.tsx';

interface WorksProps {
  works: readonly PublishedWork[];
  level: number;
}

export function Works({ works, level }: WorksProps) {
  if (!works.length) return null;
  return (
    <Section id="works" title="Published work" level={level}>
      <ul className="pf-works">
        {works.map((work) => (
          <li key={work.id}>
            <Work work={work} level={level + 1} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Work({ work, level }: { work: PublishedWork; level: number }) {
  const { kind, title, publisher, publishedOn, url, embedUrl, summary, coverImage } = work;
  const where = publisher || formatHost(url);
  const aside = [where, publishedOn && formatPartialDate(publishedOn)].filter(Boolean).join(' · ');
  return (
    <article className={coverImage ? 'pf-work pf-work-pictured' : 'pf-work'}>
      {coverImage && <Cover image={coverImage} height={160} />}
      <div className="pf-work-in">
        <p className="pf-kind">{workKindLabels[kind]}</p>
        <Heading level={level}>
          <ExternalLink url={url}>{title}</ExternalLink>
        </Heading>
        {aside && <p className="pf-aside">{aside}</p>}
        {summary && (
          <div className="pf-summary">
            <Paragraphs text={summary} />
          </div>
        )}
        {embedUrl && <Embed title={title} url={url} embedUrl={embedUrl} />}
      </div>
    </article>
  );
}
