import {
  portfolioLengths as lengths,
  type WorkKind,
  workKindLabels,
} from '#lib/domain/portfolio/portfolio.ts';
import type { EntryOf } from '#lib/stores/portfolio/sync/document.ts';
import { Field } from '../../ui/Field.tsx';
import { useEditor } from '../editor-context.ts';
import CoverField from '../fields/CoverField.tsx';
import { AddressField, LineField, optional, StoryField } from '../fields/fields.tsx';
import { PartialDateField } from '../fields/PartialDateField.tsx';
import { EmbedPreview } from './EmbedPreview.tsx';

type Work = EntryOf<'publishedWorks'>;

export default function WorkForm({ work }: { work: Work }) {
  const editor = useEditor();
  const path = `publishedWorks/${work.id}`;
  const change = (changes: Partial<Work>) => editor.updateEntry('publishedWorks', work.id, changes);
  return (
    <div className="pe-form">
      <LineField
        path={`${path}/title`}
        label="Title"
        value={work.title}
        maxLength={lengths.title}
        onValue={(title) => change({ title })}
      />
      <AddressField
        path={`${path}/url`}
        label="Address"
        description="The web address where people can read, watch or hear it."
        placeholder="https://"
        value={work.url}
        onValue={(url) => change({ url })}
      />
      <EmbedPreview title={work.title} url={work.url} embedUrl={work.embedUrl} />
      <div className="pe-pair">
        <Field label="Kind">
          {(control) => (
            <select
              {...control}
              className="field-input field-select"
              value={work.kind}
              onChange={({ currentTarget }) => change({ kind: currentTarget.value as WorkKind })}
            >
              {Object.entries(workKindLabels).map(([kind, label]) => (
                <option key={kind} value={kind}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <LineField
          path={`${path}/publisher`}
          label={<>Publisher or place {optional}</>}
          placeholder="Medium, a conference, a journal"
          value={work.publisher}
          maxLength={lengths.title}
          onValue={(publisher) => change({ publisher })}
        />
      </div>
      <PartialDateField
        path={`${path}/publishedOn`}
        label="Published (optional)"
        value={work.publishedOn}
        onValue={(publishedOn) => change({ publishedOn })}
      />
      <StoryField
        path={`${path}/summary`}
        label={<>Summary {optional}</>}
        rows={3}
        maxLength={lengths.summary}
        value={work.summary}
        onValue={(summary) => change({ summary })}
      />
      <CoverField
        path={`${path}/coverImage`}
        cover={work.coverImage}
        onCover={(coverImage) => change({ coverImage })}
      />
    </div>
  );
}
