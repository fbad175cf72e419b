import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { hydrateUser } from '#lib/stores/account/account.ts';
import type { User, UserProfile } from '#lib/stores/account/user.ts';
import {
  createPortfolioEditor,
  type PortfolioEditor as Editor,
  type Portfolio,
  startPortfolioEditor,
} from '#lib/stores/portfolio/portfolio-editor.ts';
import { Button } from '../ui/Button.tsx';
import { BasicsSection } from './BasicsSection.tsx';
import { Completeness } from './Completeness.tsx';
import { EditorContext } from './editor-context.ts';
import { EntrySections } from './entries/EntrySections.tsx';
import { EyeIcon, PencilIcon } from './icons.tsx';
import { ImportExportSection } from './import/ImportExportSection.tsx';
import { LazyPart } from './LazyPart.tsx';
import { Conflicts } from './saving/Conflicts.tsx';
import { SaveState } from './saving/SaveState.tsx';
import { SharingSection } from './sharing/SharingSection.tsx';
import { useWideScreen } from './use-wide-screen.ts';

interface PortfolioEditorProps {
  portfolio: Portfolio;
  user: User;
  userProfiles: readonly UserProfile[];
}

const loadPreview = () => import('./Preview.tsx');

/** Written in place, saved by itself, seen beside (or, on a phone, instead) as others will see it. */
export default function PortfolioEditor({ portfolio, user, userProfiles }: PortfolioEditorProps) {
  const [editor] = useState(() => createPortfolioEditor(portfolio, user.id));
  const [isReady, setReady] = useState(false);
  const [isPreview, setPreview] = useState(false);
  const [said, setSaid] = useState('');
  const isWide = useWideScreen();
  const tools = useMemo(
    // The same words again are another text, or nobody hears them.
    () => ({ editor, announce: (text: string) => setSaid((was) => (was === text ? `${text}\u00a0` : text)) }),
    [editor],
  );

  useEffect(() => {
    hydrateUser(user, userProfiles);
    const starting = startPortfolioEditor(editor, portfolio.id, () => setReady(true));
    return () => void starting.then((stop) => stop());
  }, [editor, portfolio.id, user, userProfiles]);

  const shown = isPreview && !isWide ? 'preview' : 'forms';
  const place = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (place.current !== null)
      window.scrollTo({ top: shown === 'forms' ? place.current : 0, behavior: 'instant' });
  }, [shown]);
  return (
    <EditorContext value={tools}>
      <div className="pe" data-shown={shown}>
        <div className="pe-bar">
          {isReady ? <SaveState /> : <Opening />}
          <div className="pe-seen">
            <PageLink editor={editor} />
            <Button
              className="pe-toggle"
              look="secondary"
              size="sm"
              icon={isPreview ? <PencilIcon /> : <EyeIcon />}
              onClick={() => {
                if (!isPreview) place.current = window.scrollY;
                setPreview(!isPreview);
              }}
            >
              {isPreview ? 'Edit' : 'Preview'}
            </Button>
          </div>
        </div>
        {/* Before the script has taken over, nothing that is typed could be kept. */}
        <div className="pe-forms" inert={!isReady}>
          <Conflicts />
          <Completeness />
          <BasicsSection />
          <EntrySections />
          <SharingSection />
          <ImportExportSection />
        </div>
        <section className="pe-preview" aria-label="Preview">
          {isReady && (isWide || isPreview) && <LazyPart load={loadPreview} props={{}} name="The preview" />}
        </section>
        <p className="sr-only" role="status">
          {said}
        </p>
      </div>
    </EditorContext>
  );
}

function Opening() {
  return (
    <div className="pe-state" data-state="opening">
      <span className="btn-spinner" aria-hidden="true" />
      <p>Opening…</p>
    </div>
  );
}

const seenBy = {
  PRIVATE: 'Only you can see it',
  UNLISTED: 'Anyone with the link can see it',
  PUBLIC: 'Public',
};

/** As it is saved: what others see by now. */
function PageLink({ editor }: { editor: Editor }) {
  const { slug, visibility } = useStore(editor.$saved);
  return (
    <>
      <span className="pe-open pe-note">{seenBy[visibility]}</span>
      <a className="btn btn-secondary btn-sm pe-open" href={`/portfolios/${slug}/`}>
        Open the page
      </a>
    </>
  );
}
