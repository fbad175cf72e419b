import { useStore } from '@nanostores/react';
import {
  type RegistrationField,
  registrationSections,
} from '#lib/domain/hiring/registration/registration.ts';
import { fieldText, valueText } from '#lib/domain/hiring/registration/registration-text.ts';
import {
  type Location,
  type RegistrationStore,
  type ResumeFile,
  requiredText,
} from '#lib/stores/hiring/registration.ts';
import { Button } from '../ui/Button.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { ResumeSummary } from '../ui/ResumeField.tsx';
import { formatPlace } from './place-options.ts';

interface ReviewProps {
  store: RegistrationStore;
  locations: readonly Location[];
  /** URL of this page, to return to after logging in again. */
  here: string;
  /** URL to open after the details are submitted. */
  next: string;
  onShow: (section: string, field?: string) => void;
}

/** Shows all entered details, what is missing, and the submit button. */
export function Review({ store, locations, here, next, onShow }: ReviewProps) {
  const { status, missing, allowedActions } = useStore(store.$registration);
  const values = useStore(store.$values);
  const errors = useStore(store.$errors);
  const resume = useStore(store.$resume);
  const submit = allowedActions.find(({ action }) => action === 'SUBMIT_DETAILS');
  const isSubmitting = useStore(store.$isSubmitting);

  async function send(): Promise<void> {
    // The page of an application says that the details were submitted.
    const isApplication = next.startsWith('/moonshot/applications/');
    if (await store.submit()) location.assign(isApplication ? `${next}?done=details` : next);
  }

  return (
    <>
      {missing.length > 0 && (
        <div className="missing">
          <h3>Still missing</h3>
          <ul>
            {missing.map(({ field, label, section, fixUrl }) => (
              <li key={field}>
                <a
                  className="link"
                  href={fixUrl}
                  onClick={(event) => {
                    event.preventDefault();
                    onShow(section, field);
                  }}
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {registrationSections.map(({ key, title, fields }) => (
        <section key={key} className="review-section" aria-labelledby={`review-${key}`}>
          <h3 id={`review-${key}`}>{title}</h3>
          <Button look="quiet" size="sm" aria-label={`Change ${title}`} onClick={() => onShow(key)}>
            Change
          </Button>
          <SectionSummary
            facts={(Object.keys(fields) as RegistrationField[]).flatMap((field) => {
              const text = valueText(field, values, (id) => formatPlace(locations, id));
              return text === null ? [] : [{ field, text, error: errors[field] }];
            })}
            resume={resume}
          />
        </section>
      ))}
      {submit && (
        <>
          <p className="text-ink-muted">
            Employers see these details when you apply. You can change them later.
          </p>
          <div>
            <Button
              isLoading={isSubmitting}
              aria-disabled={!submit.enabled || undefined}
              aria-describedby={submit.enabled ? undefined : 'why-not-submit'}
              onClick={() => submit.enabled && void send()}
            >
              {status === 'NEEDS_CORRECTION' ? 'Submit again' : 'Submit my details'}
            </Button>
          </div>
          <RejectedFields errors={errors} onShow={onShow} />
          {!submit.enabled && (
            <p id="why-not-submit" className="field-hint">
              {submit.reason}
            </p>
          )}
        </>
      )}
      <FailureAlert failure={useStore(store.$submitFailure)} next={here} />
    </>
  );
}

interface RejectedFieldsProps {
  errors: ReturnType<RegistrationStore['$errors']['get']>;
  onShow: ReviewProps['onShow'];
}

/** Names each field whose value is not saved, with a link to it. */
function RejectedFields({ errors, onShow }: RejectedFieldsProps) {
  const rejected = registrationSections.flatMap(({ key, fields }) =>
    (Object.keys(fields) as RegistrationField[])
      // Empty fields are listed as missing.
      .filter((field) => errors[field] && errors[field] !== requiredText)
      .map((field) => ({ section: key, field })),
  );
  if (rejected.length === 0) return null;
  return (
    <div role="alert" className="field-error">
      <p>Not saved yet. Correct these fields, then submit:</p>
      <ul>
        {rejected.map(({ section, field }) => (
          <li key={field}>
            <a
              className="link"
              href={`?section=${section}#${field}`}
              onClick={(event) => {
                event.preventDefault();
                onShow(section, field);
              }}
            >
              {fieldText(field).label}
            </a>
            : {errors[field]}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SectionSummaryProps {
  resume: ResumeFile | null;
  facts: readonly { field: RegistrationField; text: string; error: string | undefined }[];
}

function SectionSummary({ facts, resume }: SectionSummaryProps) {
  if (facts.length === 0) return <p className="text-ink-muted">Nothing added yet.</p>;
  return (
    <dl>
      {facts.map(({ field, text, error }) => (
        <div key={field}>
          <dt>{fieldText(field).label}</dt>
          <dd>{field === 'resume' && resume ? <ResumeSummary file={resume} /> : text}</dd>
          {error && <dd className="field-error">{error}</dd>}
        </div>
      ))}
    </dl>
  );
}
