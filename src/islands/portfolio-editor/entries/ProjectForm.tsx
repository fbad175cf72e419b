import { portfolioLengths as lengths } from '#lib/domain/portfolio/portfolio.ts';
import type { EntryOf } from '#lib/stores/portfolio/sync/document.ts';
import { useEditor } from '../editor-context.ts';
import CoverField from '../fields/CoverField.tsx';
import { AddressField, LineField, optional, StoryField } from '../fields/fields.tsx';
import { PeriodFields } from '../fields/PeriodFields.tsx';
import { SkillField } from '../fields/SkillField.tsx';
import { EmbedPreview } from './EmbedPreview.tsx';

type Project = EntryOf<'projects'>;

const chapters = [
  { name: 'problem', label: 'The problem', placeholder: 'What was wrong, and for whom?' },
  { name: 'approach', label: 'What you did', placeholder: 'The steps you took, and why.' },
  { name: 'outcome', label: 'The result', placeholder: 'Numbers, if there are any.' },
] as const;

export default function ProjectForm({ project }: { project: Project }) {
  const editor = useEditor();
  const path = `projects/${project.id}`;
  const change = (changes: Partial<Project>) => editor.updateEntry('projects', project.id, changes);
  return (
    <div className="pe-form">
      <LineField
        path={`${path}/title`}
        label="Title"
        value={project.title}
        maxLength={lengths.title}
        onValue={(title) => change({ title })}
      />
      <StoryField
        path={`${path}/summary`}
        label={<>Summary {optional}</>}
        description="Two or three sentences. Readers see this first."
        rows={3}
        maxLength={lengths.summary}
        value={project.summary}
        onValue={(summary) => change({ summary })}
      />
      <LineField
        path={`${path}/role`}
        label={<>Your role {optional}</>}
        placeholder="Product analyst in a team of four"
        value={project.role}
        maxLength={lengths.title}
        onValue={(role) => change({ role })}
      />
      <PeriodFields path={path} {...project} ongoing="Ongoing" onChange={change} />
      {chapters.map(({ name, label, placeholder }) => (
        <StoryField
          key={name}
          path={`${path}/${name}`}
          label={
            <>
              {label} {optional}
            </>
          }
          placeholder={placeholder}
          rows={4}
          maxLength={lengths.story}
          value={project[name]}
          onValue={(text) => change({ [name]: text })}
        />
      ))}
      <SkillField
        path={`${path}/skills`}
        label="Skills used"
        skills={project.skills}
        onSkills={(skills) => change({ skills })}
      />
      <CoverField
        path={`${path}/coverImage`}
        cover={project.coverImage}
        onCover={(coverImage) => change({ coverImage })}
      />
      <AddressField
        path={`${path}/documentUrl`}
        label={<>Link or document {optional}</>}
        description="You can link a Google document or presentation that you published to the web. Visitors read it on your page."
        placeholder="https://docs.google.com/…/pub"
        value={project.documentUrl ?? ''}
        onValue={(url) => change({ documentUrl: url || null })}
      />
      <EmbedPreview title={project.title} url={project.documentUrl} embedUrl={project.embedUrl} />
    </div>
  );
}
