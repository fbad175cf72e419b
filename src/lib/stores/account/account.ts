import { atom, computed, type ReadableAtom } from 'nanostores';
import { findDraft, keepDraft } from '#lib/browser/form-draft.ts';
import { type ApiAnswer, type ApiInput, api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import * as rules from '#lib/contract/core/fields.ts';
import { formatText, formatTrimmedText } from '#lib/domain/core/text.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import { createForm, type Form, type FormErrors } from '#lib/stores/core/form.ts';
import { createRequest } from '#lib/stores/core/request.ts';
import { $user, $userProfiles, storeUser, type User, type UserProfile } from './user.ts';

type Changes = NonNullable<ApiInput<'PATCH /api/v1/user/update/'>['body']>;
type Answer = ApiAnswer<'PATCH /api/v1/user/update/'>;

/** The page knows who it was rendered for, so nothing has to ask. Called in the browser only. */
export function rememberPerson(user: User, userProfiles: readonly UserProfile[]): void {
  if ($user.get()) return;
  $user.set(user);
  $userProfiles.set(userProfiles);
}

let latestUpdate: Promise<unknown> = Promise.resolve();

/** One change of the person at a time: no answer tells of an older state than the one before it. */
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
  /** What the person should know beside the errors. */
  $notice: ReadableAtom<'saved' | 'restored' | null>;
  /** What went wrong at no field in particular. */
  $failure: ReadableAtom<Failure | null>;
  /** Brings back what a reload interrupted and keeps what is typed from now on; returns what ends that. */
  keepDrafts(): () => void;
  save(): Promise<void>;
  discard(): void;
}

/** Made by the island for the person of the page, never shared: a server renders many. FORM-01 to FORM-08, FORM-13. */
export function createDetails(user: User): DetailsStore {
  let kept = detailsOf(user);
  const text = { format: formatText, formatOnBlur: formatTrimmedText };
  const form = createForm<DetailName>(kept, {
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
      detailNames.filter((name) => values[name] !== kept[name]).map((name) => [name, values[name]]),
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
        if (answer) finish(answer, sent);
      } catch (error) {
        refuse(error);
      }
    });
  }

  /** Pristine again, but for what was typed while the answer was on its way. */
  function finish(answer: Answer, sent: Partial<Details>): void {
    const meanwhile = Object.entries(form.$values.get()).filter(
      ([name, value]) => value !== (sent[name as DetailName] ?? kept[name as DetailName]),
    );
    kept = detailsOf(answer.user);
    form.reset(kept);
    for (const [name, value] of meanwhile) form.change(name as DetailName, value);
    storeUser(answer);
    $notice.set('saved');
  }

  function refuse(error: unknown): void {
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

    keepDrafts() {
      const draft = Object.entries(findDraft('account', user.id));
      for (const [name, value] of draft) if (name in kept) form.change(name as DetailName, value);
      if (!form.$isPristine.get()) $notice.set('restored');
      return form.$values.listen(() => {
        keepDraft('account', user.id, changes());
        if (form.$isPristine.get() || $notice.get() === 'saved') $notice.set(null);
      });
    },

    discard() {
      form.reset(kept);
    },
  };
}

function detailsOf({ firstName, lastName, email, timeZone }: User): Details {
  return { firstName, lastName, email, timeZone };
}

/** C-23: the number that signs the person in, and the one they have yet to prove. */
export function createPhone(user: User) {
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
