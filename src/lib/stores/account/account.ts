import { atom, computed, type ReadableAtom } from 'nanostores';
import { findDraft, saveDraft } from '#lib/browser/form-draft.ts';
import { type ApiInput, type ApiResponse, api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import * as rules from '#lib/contract/core/fields.ts';
import { formatText, formatTrimmedText } from '#lib/domain/core/text.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import { createForm, type Form, type FormErrors } from '#lib/stores/core/form.ts';
import { createRequest } from '#lib/stores/core/request.ts';
import { $user, $userProfiles, setUser, type User, type UserProfile } from './user.ts';

type Changes = NonNullable<ApiInput<'PATCH /api/v1/user/update/'>['body']>;
type Answer = ApiResponse<'PATCH /api/v1/user/update/'>;

/** Sets the person that the page was rendered for, so that nothing has to load them. For the browser only. */
export function hydrateUser(user: User, userProfiles: readonly UserProfile[]): void {
  if ($user.get()) return;
  $user.set(user);
  $userProfiles.set(userProfiles);
}

let latestUpdate: Promise<unknown> = Promise.resolve();

/** Updates the person. Updates run one after another, so that no response holds an older state than the one before. */
export function updateUser(changes: Changes): Promise<Answer> {
  const update = latestUpdate.then(() => api('PATCH /api/v1/user/update/', { body: changes }));
  latestUpdate = update.catch(() => {});
  return update;
}

const detailNames = ['firstName', 'lastName', 'email', 'timeZone'] as const;
export type DetailName = (typeof detailNames)[number];
type Details = Record<DetailName, string>;

export interface DetailsStore {
  form: Form<DetailName>;
  /** A message beside the errors. */
  $notice: ReadableAtom<'saved' | 'restored' | null>;
  /** A failure that belongs to no field. */
  $failure: ReadableAtom<Failure | null>;
  /** Restores the draft that a reload interrupted and stores what is typed from now on. Returns the function that stops it. */
  persistDrafts(): () => void;
  save(): Promise<void>;
  discard(): void;
}

/** Creates the form for one island. It is never shared, because the server renders for many people. [FORM-01 to FORM-08, FORM-13] */
export function createDetailsForm(user: User): DetailsStore {
  let saved = detailsOf(user);
  const text = { format: formatText, formatOnBlur: formatTrimmedText };
  const form = createForm<DetailName>(saved, {
    firstName: { ...text, check: (name) => rules.fieldError(rules.firstName, name) },
    lastName: { ...text, check: (name) => rules.fieldError(rules.lastNameText, name) },
    email: { ...text, check: (email) => rules.fieldError(rules.email, email) },
    timeZone: {},
  });
  const request = createRequest(updateUser);
  const $notice = atom<'saved' | 'restored' | null>(null);
  const $problem = atom<Failure | null>(null);

  function changes(): Partial<Details> {
    const values = form.$values.get();
    return Object.fromEntries(
      detailNames.filter((name) => values[name] !== saved[name]).map((name) => [name, values[name]]),
    );
  }

  function save(): Promise<void> {
    return form.submit(async () => {
      for (const name of detailNames) form.blur(name);
      if (!form.validate()) return;
      $notice.set(null);
      const sent = changes();
      if (Object.keys(sent).length === 0) return;
      try {
        const answer = await request.run(sent);
        if (answer) applySaved(answer, sent);
      } catch (error) {
        showFailure(error);
      }
    });
  }

  /** Makes the form pristine, except for what was typed while the request was pending. */
  function applySaved(answer: Answer, sent: Partial<Details>): void {
    const meanwhile = Object.entries(form.$values.get()).filter(
      ([name, value]) => value !== (sent[name as DetailName] ?? saved[name as DetailName]),
    );
    saved = detailsOf(answer.user);
    form.reset(saved);
    for (const [name, value] of meanwhile) form.change(name as DetailName, value);
    setUser(answer);
    $notice.set('saved');
  }

  function showFailure(error: unknown): void {
    const fieldErrors = error instanceof ApiError ? error.fieldErrors : {};
    const shown = Object.fromEntries(
      Object.entries(fieldErrors).filter(([name]) => detailNames.includes(name as DetailName)),
    ) as FormErrors<DetailName>;
    const hasField = Object.keys(shown).length > 0;
    const failure = failureOf(error, { isTyped: true });
    $problem.set(failure);
    form.setErrors(shown, hasField ? null : failure.message);
  }

  return {
    form,
    $notice,
    $failure: computed([form.$formError, $problem], (message, problem) => (message ? problem : null)),
    save,

    persistDrafts() {
      const draft = Object.entries(findDraft('account', user.id));
      for (const [name, value] of draft) if (name in saved) form.change(name as DetailName, value);
      if (!form.$isPristine.get()) $notice.set('restored');
      return form.$values.listen(() => {
        saveDraft('account', user.id, changes());
        if (form.$isPristine.get() || $notice.get() === 'saved') $notice.set(null);
      });
    },

    discard() {
      form.reset(saved);
    },
  };
}

function detailsOf({ firstName, lastName, email, timeZone }: User): Details {
  return { firstName, lastName, email, timeZone };
}

/**
 * Creates a store of the verified number, which logs the person in, and of the new one that is not verified
 * yet. [C-23]
 */
export function createPhoneStatus(user: User) {
  let proven = user.isPhoneVerified ? user : null;
  return computed($user, (now) => {
    const person = now ?? user;
    if (person.isPhoneVerified) proven = person;
    return {
      proven,
      unproven: person.isPhoneVerified ? null : person,
      isNew: person.fullPhone !== user.fullPhone,
    };
  });
}
