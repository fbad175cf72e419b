import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
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

/** The candidate's languages with a level for each. A language is saved with its level, which nobody else can know. */
export function LanguagesField({ store, field }: RegistrationFieldProps) {
  const { languages } = useStore(store.$values);
  const error = useStore(store.$errors)[field];
  const add = useRef<HTMLSelectElement>(null);
  const addedLevel = useRef<HTMLSelectElement>(null);
  /** A language whose level is still to be chosen. */
  const [added, setAdded] = useState<LanguageCode | null>(null);
  const rows = [...languages, ...(added ? [{ code: added, level: '' as const }] : [])];
  const left = all.filter(([code]) => !rows.some((row) => row.code === code));
  const change = (next: Language[]) => store.change('languages', next, true);

  useEffect(() => {
    if (added) addedLevel.current?.focus();
  }, [added]);

  function changeLevel(code: LanguageCode, level: LanguageLevel): void {
    if (code === added) setAdded(null);
    change(
      code === added
        ? [...languages, { code, level }]
        : languages.map((one) => (one.code === code ? { code, level } : one)),
    );
  }

  function remove(code: LanguageCode): void {
    if (code === added) setAdded(null);
    else change(languages.filter((one) => one.code !== code));
    add.current?.focus();
  }

  return (
    <GroupField
      id={field}
      label={<FieldLabel field={field} />}
      description="Choose your level. Employers may test it."
      error={error}
      onLeave={() => store.blur(field)}
    >
      {rows.map(({ code, level }) => (
        <div key={code} className="language-row">
          <SelectField
            ref={code === added ? addedLevel : undefined}
            label={languageLabels[code]}
            value={level}
            options={levels}
            none={level ? undefined : 'Choose your level'}
            onValue={(next) => next && changeLevel(code, next as LanguageLevel)}
          />
          <Button
            look="quiet"
            size="sm"
            aria-label={`Remove ${languageLabels[code]}`}
            onClick={() => remove(code)}
          >
            Remove
          </Button>
        </div>
      ))}
      <SelectField
        ref={add}
        label={rows.length ? 'Another language' : 'A language you speak'}
        value=""
        none="Add a language"
        options={left}
        onValue={(code) => code && setAdded(code as LanguageCode)}
      />
    </GroupField>
  );
}
