import { portfolioLengths as lengths, type OpenTo, openToLabels } from '#lib/domain/portfolio/portfolio.ts';
import { EditorSection } from './EditorSection.tsx';
import { useEditor } from './editor-context.ts';
import { LineField, StoryField } from './fields/fields.tsx';
import { SkillField } from './fields/SkillField.tsx';
import { useDraftFields } from './fields/use-draft-part.ts';

/** The section about the person: headline, location, story and skills. [API-30] */
export function BasicsSection() {
  const editor = useEditor();
  const { headline, location, about, openTo, skills } = useDraftFields(
    'headline',
    'location',
    'about',
    'openTo',
    'skills',
  );
  const toggle = (choice: OpenTo, isOn: boolean) =>
    editor.updateFields({ openTo: isOn ? [...openTo, choice] : openTo.filter((one) => one !== choice) });
  return (
    <EditorSection id="about" title="About you">
      <div className="pe-form">
        <LineField
          id="edit-headline"
          path="headline"
          label="Headline"
          description="What you do, in one line. It is shown under your name."
          placeholder="Finance analyst who automates the boring parts"
          value={headline}
          maxLength={lengths.headline}
          onValue={(text) => editor.updateFields({ headline: text })}
        />
        <LineField
          id="edit-location"
          path="location"
          label="Location"
          placeholder="Pune, India"
          autoComplete="address-level2"
          value={location}
          maxLength={lengths.location}
          onValue={(text) => editor.updateFields({ location: text })}
        />
        <fieldset className="field">
          <legend className="field-label">Open to</legend>
          <div className="pe-choices">
            {Object.entries(openToLabels).map(([choice, label]) => (
              <label key={choice} className="pe-choice">
                <input
                  type="checkbox"
                  checked={openTo.includes(choice as OpenTo)}
                  onChange={({ currentTarget }) => toggle(choice as OpenTo, currentTarget.checked)}
                />
                {label.replace(/^Open to (.)/, (_, first: string) => first.toUpperCase())}
              </label>
            ))}
          </div>
        </fieldset>
        <StoryField
          path="about"
          label="About"
          description="A few sentences about yourself. **Bold**, lists and links work as in Markdown."
          rows={7}
          maxLength={lengths.about}
          value={about}
          onValue={(text) => editor.updateFields({ about: text })}
        />
        <SkillField
          path="skills"
          label="Skills"
          description="Three to ten skills. Choose those that you can talk about in an interview."
          skills={skills}
          onSkills={(words) => editor.updateFields({ skills: words })}
        />
      </div>
    </EditorSection>
  );
}
