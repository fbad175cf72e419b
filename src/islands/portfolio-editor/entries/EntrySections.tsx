import { workKindLabels } from '#lib/domain/portfolio/portfolio.ts';
import { formatHost, formatPeriod } from '#lib/domain/portfolio/portfolio-text.ts';
import type { EntryOf } from '#lib/stores/portfolio/sync/document.ts';
import { EditorSection } from '../EditorSection.tsx';
import { useEditorTools } from '../editor-context.ts';
import { StarIcon } from '../icons.tsx';
import { LazyPart } from '../LazyPart.tsx';
import { Certificates } from './Certificates.tsx';
import { EntryList } from './EntryList.tsx';
import { LinkSection } from './LinkSection.tsx';

const loadProjectForm = () => import('./ProjectForm.tsx');
const loadWorkForm = () => import('./WorkForm.tsx');
const loadExperienceForm = () => import('./ExperienceForm.tsx');
const loadEducationForm = () => import('./EducationForm.tsx');

const joinParts = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ');

/** The sections that list entries. Each form loads when the first entry of its kind is opened. */
export function EntrySections() {
  return (
    <>
      <EditorSection
        id="projects"
        title="Projects"
        label="Your projects"
        note="What you made, and the result. The project with the star is shown first and in full."
      >
        <EntryList
          list="projects"
          noun="project"
          addLabel="Add a project"
          invitation="No projects yet. Begin with one that you are proud of."
          describe={(project) => ({
            name: project.title,
            detail: joinParts(project.role, formatPeriod(project)),
          })}
          form={(project) => <LazyPart load={loadProjectForm} props={{ project }} name="The form" />}
          action={(project) => <FeatureButton project={project} />}
        />
      </EditorSection>
      <EditorSection
        id="experience"
        title="Experience"
        label="Your experience"
        note="Jobs, internships and your own work. Put the latest first."
      >
        <EntryList
          list="experience"
          noun="job"
          addLabel="Add a job"
          invitation="Nothing here yet. Internships and freelance work count."
          describe={(job) => ({ name: job.title, detail: joinParts(job.company, formatPeriod(job)) })}
          form={(job) => <LazyPart load={loadExperienceForm} props={{ job }} name="The form" />}
        />
      </EditorSection>
      <EditorSection id="education" title="Education" label="Your education">
        <EntryList
          list="education"
          noun="school"
          addLabel="Add education"
          invitation="Nothing here yet."
          describe={(school) => ({
            name: school.institution,
            detail: joinParts(school.degree, formatPeriod(school)),
          })}
          form={(school) => <LazyPart load={loadEducationForm} props={{ school }} name="The form" />}
        />
      </EditorSection>
      <EditorSection
        id="works"
        title="Published work"
        label="Your published work"
        note="Articles, talks or videos on other websites."
      >
        <EntryList
          list="publishedWorks"
          noun="work"
          addLabel="Add a published work"
          invitation="Nothing here yet."
          describe={(work) => ({
            name: work.title,
            detail: joinParts(workKindLabels[work.kind], work.publisher || formatHost(work.url)),
          })}
          form={(work) => <LazyPart load={loadWorkForm} props={{ work }} name="The form" />}
        />
      </EditorSection>
      <LinkSection />
      <Certificates />
    </>
  );
}

/** Features a project, or no project when it is featured already (API-33). */
function FeatureButton({ project }: { project: EntryOf<'projects'> }) {
  const { editor, announce } = useEditorTools();
  const { id, title, isFeatured } = project;
  return (
    <button
      type="button"
      className="pe-star"
      aria-pressed={isFeatured}
      aria-label={`Feature ${title || 'this project'}`}
      onClick={() => {
        editor.markAsFeatured(isFeatured ? null : id);
        announce(isFeatured ? 'No project is featured' : `${title} is featured`);
      }}
    >
      <StarIcon isFull={isFeatured} />
    </button>
  );
}
