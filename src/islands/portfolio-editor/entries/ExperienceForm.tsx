import { portfolioLengths as lengths } from '#lib/domain/portfolio/portfolio.ts';
import type { EntryOf } from '#lib/stores/portfolio/sync/document.ts';
import { useEditor } from '../editor-context.ts';
import { LineField, optional, StoryField } from '../fields/fields.tsx';
import { PeriodFields } from '../fields/PeriodFields.tsx';

type Job = EntryOf<'experience'>;

export default function ExperienceForm({ job }: { job: Job }) {
  const editor = useEditor();
  const path = `experience/${job.id}`;
  const change = (changes: Partial<Job>) => editor.updateEntry('experience', job.id, changes);
  return (
    <div className="pe-form">
      <LineField
        path={`${path}/title`}
        label="Job title"
        value={job.title}
        maxLength={lengths.title}
        onValue={(title) => change({ title })}
      />
      <div className="pe-pair">
        <LineField
          path={`${path}/company`}
          label={<>Company {optional}</>}
          value={job.company}
          maxLength={lengths.title}
          onValue={(company) => change({ company })}
        />
        <LineField
          path={`${path}/location`}
          label={<>Location {optional}</>}
          value={job.location}
          maxLength={lengths.location}
          onValue={(location) => change({ location })}
        />
      </div>
      <PeriodFields path={path} {...job} ongoing="I still work here" onChange={change} />
      <StoryField
        path={`${path}/summary`}
        label={<>What you did {optional}</>}
        rows={4}
        maxLength={lengths.entrySummary}
        value={job.summary}
        onValue={(summary) => change({ summary })}
      />
    </div>
  );
}
