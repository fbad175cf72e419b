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
import { PicturesSection } from './PicturesSection.tsx';
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

/** The editor of a portfolio. It saves itself and shows the preview beside the forms, or instead of them on a phone. */
export default function PortfolioEditor({ portfolio, user, userProfiles }: PortfolioEditorProps) {
  const [editor] = useState(() => createPortfolioEditor(portfolio, user.id));
  const [isReady, setReady] = useState(false);
  const [isPreview, setPreview] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const isWide = useWideScreen();
  const tools = useMemo(
    // A screen reader announces a text only when it changes, so a repeated text gets a space.
    () => ({
      editor,
      announce: (text: string) => setAnnouncement((previous) => (previous === text ? `${text}\u00a0` : text)),
    }),
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
        {/* Inert until hydration, because input could not be stored before. */}
        <div className="pe-forms" inert={!isReady}>
          <Conflicts />
          <Completeness />
          <PicturesSection user={user} />
          <BasicsSection />
          <EntrySections />
          <SharingSection />
          <ImportExportSection />
        </div>
        <section className="pe-preview" aria-label="Preview">
          {isReady && (isWide || isPreview) && <LazyPart load={loadPreview} props={{}} name="The preview" />}
        </section>
        <p className="sr-only" role="status">
          {announcement}
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

/** Shows who can see the saved page, and links to it. */
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
