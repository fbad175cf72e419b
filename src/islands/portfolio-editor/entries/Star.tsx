import type { EntryOf } from '#lib/stores/portfolio/sync/document.ts';
import { useEditorTools } from '../editor-context.ts';
import { StarIcon } from '../icons.tsx';

/** API-33: one featured project at most; a press on another moves the star. */
export function Star({ project }: { project: EntryOf<'projects'> }) {
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
