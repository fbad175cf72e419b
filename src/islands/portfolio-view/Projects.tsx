import type { Project } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { formatPeriod } from '#lib/domain/portfolio/portfolio-text.ts';
import { Cover } from './Cover.tsx';
import { Embed } from './Embed.tsx';
import { StarIcon } from './icons.tsx';
import { Heading, Paragraphs, Section } from './Section.tsx';

interface ProjectsProps {
  projects: readonly Project[];
  level: number;
}

/**
 * The featured project first, at full width with its story open; the others in a grid, each with its story to unfold.
 */
export function Projects({ projects, level }: ProjectsProps) {
  if (!projects.length) return null;
  const featured = projects.find(({ isFeatured }) => isFeatured);
  const others = projects.filter((project) => project !== featured);
  return (
    <Section id="projects" title="Projects" level={level}>
      {featured && <ProjectCard project={featured} level={level + 1} />}
      {others.length > 0 && (
        <ul className="pf-cards">
          {others.map((project) => (
            <li key={project.id}>
              <ProjectCard project={project} level={level + 1} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function ProjectCard({ project, level }: { project: Project; level: number }) {
  const { title, summary, role, skills, coverImage, documentUrl, embedUrl, isFeatured } = project;
  const aside = [role, formatPeriod(project)].filter(Boolean).join(' · ');
  return (
    <article className={isFeatured ? 'pf-project pf-featured' : 'pf-project'}>
      {coverImage && <Cover image={coverImage} height={isFeatured ? 480 : 240} />}
      <div className="pf-project-in">
        {isFeatured && (
          <p className="pf-mark">
            <StarIcon />
            Featured
          </p>
        )}
        <Heading level={level}>{title}</Heading>
        {aside && <p className="pf-aside">{aside}</p>}
        {summary && (
          <div className="pf-summary">
            <Paragraphs text={summary} />
          </div>
        )}
        <Story project={project} level={level + 1} />
        {skills.length > 0 && (
          <ul className="pf-tags" aria-label="Skills used">
            {skills.map((skill) => (
              <li key={skill}>{skill}</li>
            ))}
          </ul>
        )}
        <Embed title={title} url={documentUrl} embedUrl={embedUrl} />
      </div>
    </article>
  );
}

/** The project's problem, approach and outcome, as far as the owner wrote them. */
function Story({ project, level }: { project: Project; level: number }) {
  const { title, problem, approach, outcome, isFeatured } = project;
  const chapters = [
    { name: 'The problem', text: problem },
    { name: 'What I did', text: approach },
    { name: 'The result', text: outcome },
  ].filter(({ text }) => text);
  if (!chapters.length) return null;
  const story = chapters.map(({ name, text }) => (
    <div key={name} className="pf-chapter">
      <Heading level={level}>{name}</Heading>
      <Paragraphs text={text} />
    </div>
  ));
  if (isFeatured) return <div className="pf-story">{story}</div>;
  return (
    <details className="pf-details">
      <summary>
        Read how it went<span className="sr-only">: {title}</span>
      </summary>
      <div className="pf-story">{story}</div>
    </details>
  );
}
