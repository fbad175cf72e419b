import type { Visibility } from '#lib/domain/portfolio/portfolio.ts';
import { EditorSection } from '../EditorSection.tsx';
import { useEditor } from '../editor-context.ts';
import { useDraftFields } from '../fields/use-draft-part.ts';
import { PageAddress } from './PageAddress.tsx';

const choices: readonly { value: Visibility; label: string; note: string }[] = [
  { value: 'PRIVATE', label: 'Only me', note: 'Nobody else can open it.' },
  {
    value: 'UNLISTED',
    label: 'Anyone with the link',
    note: 'Only people with your secret link can open it.',
  },
  {
    value: 'PUBLIC',
    label: 'Public',
    note: 'Anybody can open it. You choose whether search engines list it.',
  },
];

const switches = [
  { name: 'showEmail', label: 'Show my email, once it is confirmed' },
  { name: 'showPhone', label: 'Show my mobile number' },
] as const;

/** Visibility, address and contact details of the page. */
export function SharingSection() {
  const editor = useEditor();
  const draft = useDraftFields('visibility', 'allowIndexing', 'showEmail', 'showPhone');
  return (
    <EditorSection id="sharing" title="Who can see it">
      <fieldset className="pe-visibility">
        <legend className="sr-only">Who can see your portfolio</legend>
        {choices.map(({ value, label, note }) => (
          <label key={value} className="pe-option">
            <input
              type="radio"
              name="visibility"
              value={value}
              checked={draft.visibility === value}
              onChange={() => editor.updateFields({ visibility: value })}
            />
            <span>
              <strong>{label}</strong>
              <span className="pe-note">{note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <PageAddress />
      <div className="pe-switches">
        {draft.visibility === 'PUBLIC' && (
          <Switch
            label="Let search engines list it"
            isOn={draft.allowIndexing}
            onSwitch={(allowIndexing) => editor.updateFields({ allowIndexing })}
          />
        )}
        {switches.map(({ name, label }) => (
          <Switch
            key={name}
            label={label}
            isOn={draft[name]}
            onSwitch={(isOn) => editor.updateFields({ [name]: isOn })}
          />
        ))}
      </div>
    </EditorSection>
  );
}

interface SwitchProps {
  label: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
}

function Switch({ label, isOn, onSwitch }: SwitchProps) {
  return (
    <label className="switch-row">
      <span>{label}</span>
      <input
        className="switch"
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a real checkbox says by itself whether it is on.
        role="switch"
        checked={isOn}
        onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
      />
    </label>
  );
}
