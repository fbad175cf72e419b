import { portfolioLengths as lengths } from '#lib/domain/portfolio/portfolio.ts';
import type { EntryOf } from '#lib/stores/portfolio/sync/document.ts';
import { useEditor } from '../editor-context.ts';
import { LineField, optional, StoryField } from '../fields/fields.tsx';
import { PeriodFields } from '../fields/PeriodFields.tsx';

type School = EntryOf<'education'>;

export default function EducationForm({ school }: { school: School }) {
  const editor = useEditor();
  const path = `education/${school.id}`;
  const change = (changes: Partial<School>) => editor.updateEntry('education', school.id, changes);
  return (
    <div className="pe-form">
      <LineField
        path={`${path}/institution`}
        label="School or college"
        value={school.institution}
        maxLength={lengths.title}
        onValue={(institution) => change({ institution })}
      />
      <LineField
        path={`${path}/degree`}
        label={<>Degree or subject {optional}</>}
        value={school.degree}
        maxLength={lengths.title}
        onValue={(degree) => change({ degree })}
      />
      <PeriodFields path={path} {...school} ongoing="I still study here" onChange={change} />
      <StoryField
        path={`${path}/summary`}
        label={<>Worth telling {optional}</>}
        rows={3}
        maxLength={lengths.entrySummary}
        value={school.summary}
        onValue={(summary) => change({ summary })}
      />
    </div>
  );
}
