import type { ComponentType } from 'react';
import type { Portfolio } from '#lib/contract/portfolio/portfolio.ts';
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
  /** The heading that the person's name is: 1 on a page of its own, 2 within another page. */
  level?: 1 | 2;
  /** Draws formatted text: at once (PortfolioPage.tsx), or with a parser that loads when a text needs it. */
  Markdown: ComponentType<MarkdownProps>;
  /** In place of all that is not there yet. */
  invitation?: string;
}

/**
 * A portfolio as others see it: hidden entries are left out, also for their owner. The public page renders it on the
 * server and hydrates nothing; the editor renders the same beside its forms. Looks: styles/portfolio.css, which answers
 * to the width of what it stands in.
 */
export function PortfolioView({ portfolio, level = 1, Markdown, invitation }: PortfolioViewProps) {
  const { about, skills, experience, education, certificates } = portfolio;
  const projects = listVisible(portfolio.projects);
  const works = listVisible(portfolio.publishedWorks);
  const below = level === 1 ? 2 : 3;
  return (
    <article className="pf">
      <Hero portfolio={portfolio} level={level} />
      <div className="pf-body">
        {about && (
          <Section id="about" title="About" level={below}>
            <Markdown text={about} level={below + 1} />
          </Section>
        )}
        {skills.length > 0 && (
          <Section id="skills" title="Skills" level={below}>
            <ul className="pf-skills">
              {skills.map((skill) => (
                <li key={skill}>{skill}</li>
              ))}
            </ul>
          </Section>
        )}
        <Projects projects={projects} level={below} />
        <Works works={works} level={below} />
        <Experience entries={experience} level={below} />
        <Education entries={education} level={below} />
        <Certificates certificates={certificates} level={below} />
        {isBare(portfolio) && (
          <p className="pf-bare">
            {invitation ?? `${formatPersonName(portfolio.owner)} is just beginning. Come back soon.`}
          </p>
        )}
      </div>
    </article>
  );
}

/** Nothing to read but a name and perhaps a headline. */
const isBare = ({
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
