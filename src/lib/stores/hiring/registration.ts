import { atom, computed, type ReadableAtom } from 'nanostores';
import { type ApiInput, api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import type { Location, Registration } from '#lib/contract/hiring/registration.ts';
import {
  missingFields,
  type RegistrationField,
  type RegistrationValues,
  registrationSections,
} from '#lib/domain/hiring/registration/registration.ts';
import { registrationProblem } from '#lib/domain/hiring/registration/registration-rules.ts';
import { type AutosaveForm, createAutosaveForm } from '#lib/stores/core/autosave-form.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import { createRequest } from '#lib/stores/core/request.ts';

export type { Location, Registration };
export type ResumeFile = NonNullable<Registration['resume']>;

type Changes = NonNullable<ApiInput<'PATCH /api/v1/moonshot/update-candidate-details/'>['body']>;

export interface RegistrationStore extends AutosaveForm<RegistrationValues> {
  /** The latest version from the server: progress and missing fields. */
  $registration: ReadableAtom<Registration>;
  /** The file of the résumé; null also while its description is not known. */
  $resume: ReadableAtom<ResumeFile | null>;
  changeResume(file: ResumeFile | null): void;
  $isSubmitting: ReadableAtom<boolean>;
  /** Why the last submit failed. */
  $submitFailure: ReadableAtom<Failure | null>;
  /**
   * Shows the errors of a section's fields: invalid ones, and missing ones where the section must be complete. Returns the
   * fields that have one, in their order.
   */
  checkSection(section: string, required: { isComplete: boolean }): RegistrationField[];
  /** Submits the details. Resolves to true when they are submitted. */
  submit(): Promise<boolean>;
}

/** Creates the store of a candidate's registration form. [API-40] [API-44] */
export function createRegistration(first: Registration, userId: string): RegistrationStore {
  const $registration = atom(first);
  const $submitFailure = atom<Failure | null>(null);
  const submitRequest = createRequest(() =>
    api('POST /api/v1/moonshot/registration-details/submit/', { body: {} }),
  );
  const form = createAutosaveForm<RegistrationValues>({
    name: 'registration',
    userId,
    values: first.values as RegistrationValues,
    validate: (name, value) => registrationProblem(name, value),
    async send(changes) {
      $registration.set(
        await api('PATCH /api/v1/moonshot/update-candidate-details/', { body: changes as Changes }),
      );
    },
  });

  const $uploaded = atom<ResumeFile | null>(null);
  const $resume = computed(
    [form.$values, $registration, $uploaded],
    ({ resume }, { resume: saved }, uploaded) =>
      resume === null ? null : ([uploaded, saved].find((file) => file?.mediaId === resume.mediaId) ?? null),
  );

  function changeResume(file: ResumeFile | null): void {
    $uploaded.set(file);
    form.change('resume', file && { mediaId: file.mediaId }, true);
  }

  function checkSection(section: string, { isComplete }: { isComplete: boolean }): RegistrationField[] {
    const values = form.$values.get();
    const missing = (isComplete ? missingFields(values) : [])
      .filter((field) => field.section === section)
      .map(({ field }) => [field, requiredText]);
    const errors = { ...Object.fromEntries(missing), ...findErrors(values) };
    const fields = registrationSections.find(({ key }) => key === section)?.fields ?? {};
    const rejected = (Object.keys(fields) as RegistrationField[]).filter((field) => errors[field]);
    form.setErrors(Object.fromEntries(rejected.map((field) => [field, errors[field]])));
    return rejected;
  }

  async function submit(): Promise<boolean> {
    $submitFailure.set(null);
    if (!(await form.flush())) {
      form.setErrors(findErrors(form.$values.get()));
      return false;
    }
    try {
      const answer = await submitRequest.run();
      if (answer) $registration.set(answer);
      return answer !== null;
    } catch (error) {
      if (error instanceof ApiError) form.setErrors(error.fieldErrors);
      $submitFailure.set(failureOf(error, { isTyped: true }));
      return false;
    }
  }

  return {
    ...form,
    $registration,
    $resume,
    changeResume,
    $submitFailure,
    $isSubmitting: computed(submitRequest.$state, ({ status }) => status === 'pending'),
    checkSection,
    submit,
  };
}

/** The error of a required field that is empty. */
export const requiredText = 'This field is required';

/** Checks all values, because those restored from an earlier visit have not been checked yet. */
function findErrors(values: RegistrationValues): Record<string, string> {
  const names = Object.keys(values) as (keyof RegistrationValues)[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const message = registrationProblem(name, values[name]);
      return message ? [[name, message]] : [];
    }),
  );
}

/** Registers the user as a candidate. [API-40] */
const registerRequest = createRequest(() =>
  api('POST /api/v1/moonshot/register/', { body: { consent: true } }),
);

/** Returns the registration, new or existing. Rejects with the error of the failed request. */
export async function registerCandidate(): Promise<Registration | null> {
  return registerRequest.run();
}

/** Loads all places, page by page. Rejects with the error of the failed request. */
export async function loadLocations(): Promise<readonly Location[]> {
  const places: Location[] = [];
  for (let isMore = true; isMore; ) {
    const query = { limit: '100', offset: String(places.length) };
    const { results, next } = await api('GET /api/v1/moonshot/locations/', { query });
    places.push(...results);
    isMore = next !== null;
  }
  return places;
}
