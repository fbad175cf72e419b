import { atom, computed, type ReadableAtom } from 'nanostores';
import { type ApiInput, api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import type { Location, Registration } from '#lib/contract/hiring/registration.ts';
import type { RegistrationValues } from '#lib/domain/hiring/registration/registration.ts';
import { registrationProblem } from '#lib/domain/hiring/registration/registration-rules.ts';
import { type AutosaveForm, createAutosaveForm } from '#lib/stores/core/autosave-form.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import { createRequest } from '#lib/stores/core/request.ts';

export type { Location, Registration };

type Changes = NonNullable<ApiInput<'PATCH /api/v1/moonshot/update-candidate-details/'>['body']>;

export interface RegistrationStore extends AutosaveForm<RegistrationValues> {
  /** As the server has it: how far it is, and what is missing. */
  $registration: ReadableAtom<Registration>;
  $isSubmitting: ReadableAtom<boolean>;
  /** What the last submit was refused for. */
  $refusal: ReadableAtom<Failure | null>;
  /** True when it is submitted. */
  submit(): Promise<boolean>;
}

/** API-40, API-44. Made by the island for the candidate of the page. */
export function createRegistration(first: Registration, userId: string): RegistrationStore {
  const $registration = atom(first);
  const $refusal = atom<Failure | null>(null);
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

  async function submit(): Promise<boolean> {
    $refusal.set(null);
    if (!(await form.flush())) {
      form.setErrors(wrongIn(form.$values.get()));
      return false;
    }
    try {
      const answer = await submitRequest.run();
      if (answer) $registration.set(answer);
      return answer !== null;
    } catch (error) {
      if (error instanceof ApiError) form.setErrors(error.fieldErrors);
      $refusal.set(failureOf(error, { isTyped: true }));
      return false;
    }
  }

  return {
    ...form,
    $registration,
    $refusal,
    $isSubmitting: computed(submitRequest.$state, ({ status }) => status === 'pending'),
    submit,
  };
}

/** What was kept from an earlier visit may be wrong and have no mark yet. */
function wrongIn(values: RegistrationValues): Record<string, string> {
  const names = Object.keys(values) as (keyof RegistrationValues)[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const message = registrationProblem(name, values[name]);
      return message ? [[name, message]] : [];
    }),
  );
}

/** Becoming a candidate (API-40). */
export const registerRequest = createRequest(() =>
  api('POST /api/v1/moonshot/register/', { body: { consent: true } }),
);

/** Answers the registration, made now or before. @throws what the call threw */
export async function becomeCandidate(): Promise<Registration | null> {
  return registerRequest.run();
}

/** All places, for a form that came without them. @throws what the call threw */
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
