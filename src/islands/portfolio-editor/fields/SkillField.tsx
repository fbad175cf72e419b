import { useStore } from '@nanostores/react';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { parseSkills } from '#lib/domain/portfolio/parse-pasted.ts';
import { portfolioLimits } from '#lib/domain/portfolio/portfolio.ts';
import { Field } from '../../ui/Field.tsx';
import { useEditorTools } from '../editor-context.ts';
import { CrossIcon } from '../icons.tsx';

interface SkillFieldProps {
  path: string;
  label: string;
  skills: readonly string[];
  onSkills: (skills: string[]) => void;
  description?: string;
}

/** A list of skills, added one by one or pasted with commas, each with a remove button. */
export function SkillField({ path, label, skills, onSkills, description }: SkillFieldProps) {
  const { editor, announce } = useEditorTools();
  const typed = useStore(editor.$uncommittedTexts)[path] ?? '';
  const error = useStore(editor.$errors)[path];
  const [pasteError, setPasteError] = useState<string | null>(null);
  const isFull = skills.length >= portfolioLimits.skills;
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  function add(text: string): void {
    const { added, rest, error: parseError } = parseSkills(text, skills);
    editor.setUncommittedText(path, rest.join(', ') || null);
    setPasteError(parseError);
    if (added.length === 0) return;
    onSkills([...skills, ...added]);
    announce(`${added.join(', ')} added`);
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== ',') return;
    event.preventDefault();
    add(typed);
  }

  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text');
    if (!/[,;\n]/.test(text)) return;
    event.preventDefault();
    add(`${typed}${text}`);
  }

  function remove(skill: string): void {
    onSkills(skills.filter((one) => one !== skill));
    setPasteError(null);
    announce(`${skill} removed`);
    input.current?.focus();
  }

  return (
    <div className="pe-skills">
      <Field
        label={<span id={id}>{label}</span>}
        description={
          isFull ? `You have ${portfolioLimits.skills} skills, which is the maximum.` : description
        }
        error={pasteError ?? error}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            className="field-input"
            name={path}
            value={typed}
            enterKeyHint="done"
            placeholder="Type one and press Enter"
            onChange={({ currentTarget }) => {
              setPasteError(null);
              editor.setUncommittedText(path, currentTarget.value || null);
            }}
            onKeyDown={handleKeyDown}
            onPaste={paste}
            onBlur={() => typed && add(typed)}
          />
        )}
      </Field>
      {skills.length > 0 && (
        <ul className="pe-chips" aria-labelledby={id}>
          {skills.map((skill) => (
            <li key={skill} className="pe-chip">
              {skill}
              <button type="button" aria-label={`Remove ${skill}`} onClick={() => remove(skill)}>
                <CrossIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
