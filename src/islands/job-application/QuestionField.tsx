import { useStore } from '@nanostores/react';
import { maxAnswerLength, type Question } from '#lib/domain/hiring/jobs/question.ts';
import { type ApplicationForm, answerFieldName } from '#lib/stores/hiring/application-form.ts';
import { RadioField } from '../ui/RadioField.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';

interface QuestionFieldProps {
  store: ApplicationForm;
  question: Question;
}

/** Renders one of the job's questions with the control that fits its kind. */
export function QuestionField({ store, question }: QuestionFieldProps) {
  const { key, label: text, kind, required, options = [] } = question;
  const name = answerFieldName(key);
  const value = useStore(store.$values)[name] ?? '';
  const error = useStore(store.$errors)[name];
  const id = `question-${key}`;
  const label = (
    <>
      {text} {!required && <span className="field-optional">(optional)</span>}
    </>
  );

  if (kind === 'TEXT')
    return (
      <TextAreaField
        id={id}
        label={label}
        rows={5}
        maxLength={maxAnswerLength}
        required={required}
        value={value}
        error={error}
        onValue={(typed) => store.change(name, typed)}
        onBlur={() => store.blur(name)}
      />
    );
  return (
    <RadioField
      id={id}
      name={key}
      label={label}
      value={value || null}
      error={error}
      options={kind === 'YES_NO' ? yesNo : options.map((option) => ({ value: option, label: option }))}
      onValue={(chosen) => store.change(name, chosen, true)}
    />
  );
}

const yesNo = [
  { value: 'YES', label: 'Yes' },
  { value: 'NO', label: 'No' },
];
