import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import {
  type Language,
  type LanguageCode,
  type LanguageLevel,
  languageLabels,
  languageLevels,
} from '#lib/domain/hiring/registration/registration.ts';
import { levelTexts } from '#lib/domain/hiring/registration/registration-text.ts';
import { Button } from '../ui/Button.tsx';
import { GroupField } from '../ui/GroupField.tsx';
import { SelectField } from '../ui/select/SelectField.tsx';
import { FieldLabel, type RegistrationFieldProps } from './registration-field.tsx';

const all = Object.entries(languageLabels) as [LanguageCode, string][];
const levels = languageLevels.map((level) => [level, levelTexts[level]] as const);

/** The candidate's languages with a level for each. */
export function LanguagesField({ store, field }: RegistrationFieldProps) {
  const { languages } = useStore(store.$values);
  const error = useStore(store.$errors)[field];
  const add = useRef<HTMLSelectElement>(null);
  const left = all.filter(([code]) => !languages.some((language) => language.code === code));
  const change = (next: Language[]) => store.change('languages', next, true);

  return (
    <GroupField
      id={field}
      label={<FieldLabel field={field} />}
      description="Choose your level. Employers may test it."
      error={error}
      onLeave={() => store.blur(field)}
    >
      {languages.map(({ code, level }) => (
        <div key={code} className="language-row">
          <SelectField
            label={languageLabels[code]}
            value={level}
            options={levels}
            onValue={(next) =>
              change(
                languages.map((one) => (one.code === code ? { code, level: next as LanguageLevel } : one)),
              )
            }
          />
          <Button
            look="quiet"
            size="sm"
            aria-label={`Remove ${languageLabels[code]}`}
            onClick={() => {
              change(languages.filter((one) => one.code !== code));
              add.current?.focus();
            }}
          >
            Remove
          </Button>
        </div>
      ))}
      <SelectField
        ref={add}
        label={languages.length ? 'Another language' : 'A language you speak'}
        value=""
        none="Add a language"
        options={left}
        onValue={(code) => code && change([...languages, { code: code as LanguageCode, level: 'B1' }])}
      />
    </GroupField>
  );
}
