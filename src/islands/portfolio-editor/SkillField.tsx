import { useStore } from '@nanostores/react';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react';
import { portfolioLengths, portfolioLimits } from '../../lib/domain/portfolio.ts';
import { formatTrimmedText } from '../../lib/domain/text.ts';
import { Field } from '../ui/Field.tsx';
import { useTools } from './editor-context.ts';
import { CrossIcon } from './icons.tsx';

interface SkillFieldProps {
  path: string;
  label: string;
  skills: readonly string[];
  onSkills: (skills: string[]) => void;
  description?: string;
}

/** Words, one by one or pasted with commas; each can be taken out again. */
export function SkillField({ path, label, skills, onSkills, description }: SkillFieldProps) {
  const { editor, announce } = useTools();
  const typed = useStore(editor.$typed)[path] ?? '';
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  function add(text: string): void {
    const words = text
      .split(/[,;\n]/)
      .map((word) => formatTrimmedText(word).slice(0, portfolioLengths.skill))
      .filter(Boolean);
    const known = new Set(skills.map((skill) => skill.toLowerCase()));
    const fresh = words.filter((word) => !known.has(word.toLowerCase()) && known.add(word.toLowerCase()));
    editor.type(path, null);
    if (fresh.length === 0) return;
    onSkills([...skills, ...fresh].slice(0, portfolioLimits.skills));
    announce(`${fresh.join(', ')} added`);
  }

  function press(event: KeyboardEvent): void {
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
    announce(`${skill} removed`);
    input.current?.focus();
  }

  return (
    <div className="pe-skills">
      <Field label={<span id={id}>{label}</span>} description={description}>
        {(control) => (
          <input
            {...control}
            ref={input}
            className="field-input"
            name={path}
            value={typed}
            maxLength={400}
            enterKeyHint="done"
            placeholder="Type one and press Enter"
            disabled={skills.length >= portfolioLimits.skills}
            onChange={({ currentTarget }) => editor.type(path, currentTarget.value || null)}
            onKeyDown={press}
            onPaste={paste}
            onBlur={() => add(typed)}
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
