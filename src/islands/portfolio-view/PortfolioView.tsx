import type { ComponentType } from 'react';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { formatPersonName, listVisible } from '#lib/domain/portfolio/portfolio-text.ts';
import { Education, Experience } from './Career.tsx';
import { Certificates } from './Certificates.tsx';
import { Hero } from './Hero.tsx';
import { Projects } from './Projects.tsx';
import { Section } from './Section.tsx';
import { Works } from './Works.tsx';

export interface MarkdownProps {
  text: string;
  level: number;
}

export interface PortfolioViewProps {
  portfolio: Portfolio;
  /** The heading level of the person's name: 1 on the public page, 2 within another page. */
  level?: 1 | 2;
  /** Renders Markdown: PortfolioPage.tsx does it at once, the editor loads the parser when a text needs it. */
  Markdown: ComponentType<MarkdownProps>;
  /** Shown when the portfolio is empty. */
  emptyText?: string;
}

/**
 * A portfolio as others see it: without hidden entries, also for the owner. The public page renders it on the server and
 * hydrates nothing; the editor renders it beside its forms. Its styles adapt to the width of its container.
 */
export function PortfolioView({ portfolio, level = 1, Markdown, emptyText }: PortfolioViewProps) {
  const { about, skills, experience, education, certificates } = portfolio;
  const projects = listVisible(portfolio.projects);
  const works = listVisible(portfolio.publishedWorks);
  const sectionLevel = level === 1 ? 2 : 3;
  return (
    <article className="pf">
      <Hero portfolio={portfolio} level={level} />
      <div className="pf-body">
        {about && (
          <Section id="about" title="About" level={sectionLevel}>
            <Markdown text={about} level={sectionLevel + 1} />
          </Section>
        )}
        {skills.length > 0 && (
          <Section id="skills" title="Skills" level={sectionLevel}>
            <ul className="pf-skills">
              {skills.map((skill) => (
                <li key={skill}>{skill}</li>
              ))}
            </ul>
          </Section>
        )}
        <Projects projects={projects} level={sectionLevel} />
        <Works works={works} level={sectionLevel} />
        <Experience entries={experience} level={sectionLevel} />
        <Education entries={education} level={sectionLevel} />
        <Certificates certificates={certificates} level={sectionLevel} />
        {isEmpty(portfolio) && (
          <p className="pf-bare">
            {emptyText ?? `${formatPersonName(portfolio.owner)} is just beginning. Come back soon.`}
          </p>
        )}
      </div>
    </article>
  );
}

/** Returns whether the page has only the name and perhaps a headline and a location. */
const isEmpty = ({
  about,
  skills,
  projects,
  publishedWorks,
  experience,
  education,
  certificates,
}: Portfolio): boolean =>
  !about &&
  [skills, listVisible(projects), listVisible(publishedWorks), experience, education, certificates].every(
    ({ length }) => length === 0,
  );
