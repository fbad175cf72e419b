import { useId } from 'react';
import type { User } from '#lib/stores/account/user.ts';
import { portfolioCoverPath } from '#lib/stores/portfolio/cover-uploads.ts';
import AvatarField from '../account/AvatarField.tsx';
import { CoverBand } from '../portfolio-view/CoverBand.tsx';
import { EditorSection } from './EditorSection.tsx';
import { useEditor } from './editor-context.ts';
import CoverField from './fields/CoverField.tsx';
import { useDraftFields } from './fields/use-draft-part.ts';

/** The band is about four times as wide as high; a wider picture has no hidden part above or below. */
const bandRatio = 4;

/** The section about the owner's photo and the wide picture behind it. [USER-01] [API-30] */
export function PicturesSection({ user }: { user: User }) {
  const editor = useEditor();
  const { coverImage, coverPosition } = useDraftFields('coverImage', 'coverPosition');
  return (
    <EditorSection id="avatar" title="Photo and cover">
      <div className="pe-form">
        <AvatarField
          user={user}
          noun="photo"
          caption="Your account has the same photo."
          next="/account/portfolio/"
        />
        <CoverField
          path={portfolioCoverPath}
          noun="cover picture"
          cover={coverImage}
          onCover={(cover) => editor.updateFields({ coverImage: cover })}
          preview={coverImage && <CoverBand image={coverImage} position={coverPosition} />}
        />
        {coverImage && coverImage.width / coverImage.height < bandRatio && (
          <PositionField
            value={coverPosition}
            onValue={(position) => editor.updateFields({ coverPosition: position })}
          />
        )}
      </div>
    </EditorSection>
  );
}

/** Chooses which part of a high picture the band shows, by finger or by the arrow keys. */
function PositionField({ value, onValue }: { value: number; onValue: (value: number) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        Move the cover picture up or down
      </label>
      <input
        id={id}
        className="crop-range"
        type="range"
        min={0}
        max={100}
        step={10}
        value={value}
        aria-valuetext={
          value === 0 ? 'The top is shown' : value === 100 ? 'The bottom is shown' : `${value} % from the top`
        }
        onChange={({ currentTarget }) => onValue(Number(currentTarget.value))}
      />
    </div>
  );
}
