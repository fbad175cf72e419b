import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { useState } from 'react';
import type { Portfolio } from '#lib/stores/portfolio/portfolio-editor.ts';
import { useEditor } from '../editor-context.ts';

/** Returns fields of the draft; edits of other fields do not render the component again. */
export function useDraftFields<Name extends keyof Portfolio>(...names: Name[]): Pick<Portfolio, Name> {
  const editor = useEditor();
  const [$part] = useState(() => {
    let latest: Portfolio | null = null;
    return computed(editor.$draft, (draft): Pick<Portfolio, Name> => {
      const before = latest;
      if (before === null || names.some((name) => before[name] !== draft[name])) latest = draft;
      return latest ?? draft;
    });
  });
  return useStore($part);
}
