import { atom, computed, type ReadableAtom } from 'nanostores';
import { type ApiAnswer, api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import { answerLength } from '#lib/domain/hiring/jobs/question.ts';
import { type AutosaveForm, createAutosaveForm } from '#lib/stores/core/autosave-form.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import { createRequest } from '#lib/stores/core/request.ts';

export type Application = ApiAnswer<'GET /api/v1/moonshot/job-applications/{jobApplicationId}/'>;

/** `answers.{key}` per question, the note, the portfolio: text each, empty where nothing is written or chosen. */
type Values = Record<string, string>;
export const coverNote = 'coverNote';
export const portfolio = 'portfolioSlug';
export const answerName = (key: string): string => `answers.${key}`;

export const coverNoteLength = 3000;

export interface ApplicationForm extends AutosaveForm<Values> {
  /** As the server has it. */
  $application: ReadableAtom<Application>;
  $isSubmitting: ReadableAtom<boolean>;
  $refusal: ReadableAtom<Failure | null>;
  /** Null takes the file away. True when that is kept. */
  keepResume(file: { mediaId: string } | null): Promise<boolean>;
  /** True when it is with the employer. */
  submit(): Promise<boolean>;
}

/** API-42: an application that is being written. Made by the island for the page. */
export function createApplicationForm(first: Application, userId: string): ApplicationForm {
  const params = { jobApplicationId: first.id };
  const $application = atom(first);
  const $refusal = atom<Failure | null>(null);
  const submitRequest = createRequest(() =>
    api('POST /api/v1/moonshot/job-applications/{jobApplicationId}/submit/', { params, body: {} }),
  );

  const form = createAutosaveForm<Values>({
    name: `application:${first.id}`,
    userId,
    values: valuesOf(first),
    validate: (name, text) => tooLong(name, text),
    async send(changes) {
      const { [coverNote]: note, [portfolio]: slug, ...answers } = changes;
      const body = {
        ...(note !== undefined && { coverNote: note || null }),
        ...(slug !== undefined && { portfolioSlug: slug || null }),
        answers: Object.entries(answers).map(([name, value]) => ({
          key: name.slice(answerName('').length),
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

  return {
    ...form,
    $application,
    $refusal,
    $isSubmitting: computed(submitRequest.$state, ({ status }) => status === 'pending'),

    async keepResume(resume) {
      $refusal.set(null);
      try {
        await update({ resume });
        return true;
      } catch (error) {
        $refusal.set(failureOf(error, { isTyped: true }));
        return false;
      }
    },

    async submit() {
      $refusal.set(null);
      if (!(await form.flush())) return false;
      try {
        return (await submitRequest.run()) !== null;
      } catch (error) {
        // Another press, or another tab, was faster: it is where it should be.
        if (error instanceof ApiError && error.errorCode === 'ALREADY_SUBMITTED') return true;
        if (error instanceof ApiError) form.setErrors(error.fieldErrors);
        $refusal.set(failureOf(error, { isTyped: true }));
        return false;
      }
    },
  };
}

function valuesOf({ questions, answers, coverNote: note, portfolioSlug }: Application): Values {
  const said = new Map(answers.map(({ key, value }) => [key, value]));
  const entries = questions.map(({ key }) => [answerName(key), said.get(key) ?? ''] as const);
  return { ...Object.fromEntries(entries), [coverNote]: note ?? '', [portfolio]: portfolioSlug ?? '' };
}

function tooLong(name: string, text: string): string | null {
  const length = name === coverNote ? coverNoteLength : answerLength;
  return text.length > length ? `Please use at most ${length} characters` : null;
}
