import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { createMarkdownPreview } from '#lib/stores/staff/markdown-preview.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';

interface MarkdownFieldProps {
  name: string;
  label: string;
  first: string;
  error?: string | undefined;
}

/** A text in Markdown, and how it will look. Before the script it is a field as any other. */
export default function MarkdownField({ name, label, first, error }: MarkdownFieldProps) {
  const [preview] = useState(createMarkdownPreview);
  const [text, setText] = useState(first);
  const html = useStore(preview.$html);
  const failure = useStore(preview.$failure);
  return (
    <>
      <Field
        label={label}
        error={error}
        description="Markdown: **bold**, *italic*, lists with “- ”, headings with “## ”, [links](https://…)."
      >
        {(control) => (
          <textarea
            {...control}
            className="field-input staff-mono"
            name={name}
            rows={14}
            maxLength={10_000}
            required
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
      </Field>
      <p>
        <Button
          look="secondary"
          scale="compact"
          size="sm"
          isLoading={useStore(preview.$isLoading)}
          onClick={() => void preview.show(text)}
        >
          Show how it looks
        </Button>
      </p>
      <div role="status">
        {failure && <p className="field-error">{failure.message}</p>}
        {html && (
          <section className="staff-panel prose" aria-label="Preview">
            <div dangerouslySetInnerHTML={{ __html: html }} />
          </section>
        )}
      </div>
    </>
  );
}
