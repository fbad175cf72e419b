import { atom, computed, type ReadableAtom } from 'nanostores';
import { type ApiResponse, api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import { maxAnswerLength, maxCoverNoteLength } from '#lib/domain/hiring/jobs/question.ts';
import { type AutosaveForm, createAutosaveForm } from '#lib/stores/core/autosave-form.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import { createRequest } from '#lib/stores/core/request.ts';

export type Application = ApiResponse<'GET /api/v1/moonshot/job-applications/{jobApplicationId}/'>;

/**
 * One text per field: `answers.{key}` per question, the cover note, the portfolio and the city. Empty if not filled in.
 */
type ApplicationFormValues = Record<string, string>;
export const coverNoteField = 'coverNote';
export const portfolioField = 'portfolioSlug';
export const locationField = 'locationId';
export const answerFieldName = (key: string): string => `answers.${key}`;

export interface ApplicationForm extends AutosaveForm<ApplicationFormValues> {
  /** The latest version from the server. */
  $application: ReadableAtom<Application>;
  $isSubmitting: ReadableAtom<boolean>;
  $submitFailure: ReadableAtom<Failure | null>;
  /** Saves the résumé, or removes it with null. Resolves to true when it is saved. */
  saveResume(file: { mediaId: string } | null): Promise<boolean>;
  /** The earlier answers whose fields are still empty, by field. */
  $earlier: ReadableAtom<ApplicationFormValues>;
  /** Fills the empty fields with the earlier answers. */
  fillWithEarlier(): void;
  /** Submits the application. Resolves to true when the employer has it. */
  submit(): Promise<boolean>;
}

/** Creates the store of a draft application. [API-42] */
export function createApplicationForm(first: Application, userId: string): ApplicationForm {
  const params = { jobApplicationId: first.id };
  const $application = atom(first);
  const $submitFailure = atom<Failure | null>(null);
  const submitRequest = createRequest((locationId?: string) =>
    api('POST /api/v1/moonshot/job-applications/{jobApplicationId}/submit/', {
      params,
      body: locationId ? { locationId } : {},
    }),
  );

  const form = createAutosaveForm<ApplicationFormValues>({
    name: `application:${first.id}`,
    userId,
    values: toFormValues(first),
    validate: (name, text) => checkLength(name, text),
    async send(changes) {
      const {
        [coverNoteField]: note,
        [portfolioField]: slug,
        [locationField]: locationId,
        ...answers
      } = changes;
      const body = {
        ...(note !== undefined && { coverNote: note || null }),
        ...(slug !== undefined && { portfolioSlug: slug || null }),
        ...(locationId && { locationId }),
        answers: Object.entries(answers).map(([name, value]) => ({
          key: name.slice(answerFieldName('').length),
          value: value ?? '',
        })),
      };
      await update(body);
    },
  });

  async function update(body: object): Promise<void> {
    $application.set(
      await api('PATCH /api/v1/moonshot/job-applications/{jobApplicationId}/update/', { params, body }),
    );
  }

  const $earlier = computed([$application, form.$values], ({ earlierAnswers }, values) => {
    const { answers = [], coverNote = null } = earlierAnswers ?? {};
    const texts: [string, string][] = [
      ...answers.map(({ key, value }): [string, string] => [answerFieldName(key), value]),
      [coverNoteField, coverNote ?? ''],
    ];
    return Object.fromEntries(texts.filter(([name, text]) => text !== '' && !values[name]));
  });

  return {
    ...form,
    $application,
    $earlier,

    fillWithEarlier() {
      for (const [name, text] of Object.entries($earlier.get())) form.change(name, text, true);
    },

    $submitFailure,
    $isSubmitting: computed(submitRequest.$state, ({ status }) => status === 'pending'),

    async saveResume(resume) {
      $submitFailure.set(null);
      try {
        await update({ resume });
        return true;
      } catch (error) {
        $submitFailure.set(failureOf(error, { isTyped: true }));
        return false;
      }
    },

    async submit() {
      $submitFailure.set(null);
      if (!(await form.flush())) return false;
      try {
        return (await submitRequest.run(form.$values.get()[locationField])) !== null;
      } catch (error) {
        // A second press or another tab has submitted it already, so the candidate has reached their goal.
        if (error instanceof ApiError && error.errorCode === 'ALREADY_SUBMITTED') return true;
        if (error instanceof ApiError) form.setErrors(error.fieldErrors);
        $submitFailure.set(failureOf(error, { isTyped: true }));
        return false;
      }
    },
  };
}

function toFormValues({
  questions,
  answers,
  coverNote: note,
  portfolioSlug,
  location,
}: Application): ApplicationFormValues {
  const answersByKey = new Map(answers.map(({ key, value }) => [key, value]));
  const entries = questions.map(({ key }) => [answerFieldName(key), answersByKey.get(key) ?? ''] as const);
  return {
    ...Object.fromEntries(entries),
    [coverNoteField]: note ?? '',
    [portfolioField]: portfolioSlug ?? '',
    [locationField]: location?.id ?? '',
  };
}

function checkLength(name: string, text: string): string | null {
  const length = name === coverNoteField ? maxCoverNoteLength : maxAnswerLength;
  return text.length > length ? `Please use at most ${length} characters` : null;
}
