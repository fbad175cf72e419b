import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { maxCoverNoteLength } from '#lib/domain/hiring/jobs/question.ts';
import {
  type Application,
  coverNoteField,
  createApplicationForm,
  portfolioField,
} from '#lib/stores/hiring/application-form.ts';
import { uploadFailure, uploadFile } from '#lib/stores/media/upload.ts';
import { SaveNote } from '../moonshot-registration/SaveNote.tsx';
import { Button } from '../ui/Button.tsx';
import { CheckField } from '../ui/CheckField.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { ResumeField } from '../ui/ResumeField.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import { Checklist, type ChecklistProps } from './Checklist.tsx';
import { CityField } from './CityField.tsx';
import { QuestionField } from './QuestionField.tsx';

interface ApplicationFormProps extends Pick<ChecklistProps, 'hasDetails' | 'eligibility'> {
  application: Application;
  userId: string;
  /** Slug of the candidate's own portfolio. Null while employers cannot open one. */
  portfolioSlug: string | null;
}

/** The application form: saves answers while they are typed and submits them. [API-42] */
export default function ApplicationForm({
  application: first,
  userId,
  portfolioSlug,
  ...checks
}: ApplicationFormProps) {
  const [store] = useState(() => createApplicationForm(first, userId));
  const application = useStore(store.$application);
  const values = useStore(store.$values);
  const errors = useStore(store.$errors);
  const [isReady, setReady] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const here = `/moonshot/applications/${first.id}/`;
  const state = useStore(store.$state);
  const hasErrors = Object.values(errors).some(Boolean);
  const submit = application.allowedActions.find(({ action }) => action === 'SUBMIT');

  useEffect(() => {
    setReady(true);
    return store.start();
  }, [store]);

  async function send(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (await store.submit()) location.assign(`${here}?done=submitted`);
    else requestAnimationFrame(() => findFirstInvalid(form.current)?.focus());
  }

  return (
    <form ref={form} className="application-form" noValidate onSubmit={(event) => void send(event)}>
      <fieldset disabled={!isReady} aria-label="Your answers">
        <EarlierAnswers store={store} />
        <CityField store={store} />
        {application.questions.map((question) => (
          <QuestionField key={question.key} store={store} question={question} />
        ))}
        <TextAreaField
          id="cover-note"
          label={
            <>
              Anything else for the employer <span className="field-optional">(optional)</span>
            </>
          }
          rows={4}
          maxLength={maxCoverNoteLength}
          value={values[coverNoteField] ?? ''}
          error={errors[coverNoteField]}
          onValue={(text) => store.change(coverNoteField, text)}
          onBlur={() => store.blur(coverNoteField)}
        />
        <ResumeField
          id="application-resume"
          label={
            <>
              Résumé for this job <span className="field-optional">(optional)</span>
            </>
          }
          note={resumeNote(application)}
          value={application.resume ?? application.detailsResume}
          upload={uploadFile}
          problemOf={(problem) => uploadFailure(problem, 'resume').message}
          onValue={({ mediaId }) => void store.saveResume({ mediaId })}
          onRemove={application.resume ? () => void store.saveResume(null) : undefined}
        />
        {(portfolioSlug || values[portfolioField]) && (
          <CheckField
            name="portfolio"
            label="Include my portfolio"
            value={values[portfolioField] ? 'yes' : ''}
            error={errors[portfolioField]}
            onValue={(tick) => store.change(portfolioField, tick && (portfolioSlug ?? ''), true)}
          />
        )}
        <Checklist {...checks} application={application} values={values} here={here} />
        <div className="application-submit">
          <Button
            type="submit"
            size="lg"
            isLoading={useStore(store.$isSubmitting)}
            aria-describedby="submit-note"
          >
            Send application
          </Button>
          <p id="submit-note" className="field-hint">
            {submit && !submit.enabled
              ? submit.reason
              : `We send your details to ${application.job.employer.name} as they are now. You get a reply within ${application.job.replyWithinHours} hours.`}
          </p>
        </div>
      </fieldset>
      <div>
        <SaveNote state={hasErrors && state === 'saved' ? 'unsaved' : state} />
        <FailureAlert failure={useStore(store.$failure)} next={here} />
        <FailureAlert failure={useStore(store.$submitFailure)} next={here} />
      </div>
    </form>
  );
}

/** Offers the answers that the candidate gave when they applied for this job before. */
function EarlierAnswers({ store }: { store: ReturnType<typeof createApplicationForm> }) {
  const count = Object.keys(useStore(store.$earlier)).length;
  if (count === 0) return null;
  return (
    <div className="card">
      <p>You applied for this job before. You can use what you wrote then and change it.</p>
      <Button className="mt-3" look="secondary" size="sm" onClick={() => store.fillWithEarlier()}>
        Use my earlier answers
      </Button>
    </div>
  );
}

/** Says which file the employer gets. */
function resumeNote({ resume, detailsResume }: Application): string {
  if (resume) return 'This file will be sent.';
  return detailsResume
    ? 'This file from your details will be sent. You can replace it for this job.'
    : 'No résumé will be sent.';
}

const findFirstInvalid = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input');
