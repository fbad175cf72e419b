import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createDetailsForm, createPhoneStatus, hydrateUser } from '#lib/stores/account/account.ts';
import { createPreferencesStore } from '#lib/stores/account/notification-preferences.ts';
import { $user, setUser } from '#lib/stores/account/user.ts';
import { signInUser } from '../../support/auth/auth-modal.ts';
import { errorResponse, json, stubBrowser, wireUser } from '../../support/fake-api.ts';
import { waitFor } from '../../support/wait-for.ts';

const update = 'PATCH /api/v1/user/update/';
let browser: ReturnType<typeof stubBrowser>;

beforeEach(() => {
  vi.useRealTimers();
  browser = stubBrowser();
  browser.on(update, (body) => json({ user: wireUser(body), user_profiles: [] }));
  $user.set(null);
});

/** Loads a page that was rendered for this person. */
function page(change: Parameters<typeof signInUser>[0] = {}) {
  const user = signInUser(change);
  $user.set(null);
  return user;
}

/** A response that the test releases. */
function holdResponses() {
  const pendingRequests: { body: object; answer(reply?: Response): void }[] = [];
  browser.on(update, (body) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const preferences = allOn(body.notification_preferences);
    const reply = () =>
      json({ user: wireUser({ ...body, notification_preferences: preferences }), user_profiles: [] });
    pendingRequests.push({ body, answer: (other) => resolve(other ?? reply()) });
    return promise;
  });
  return pendingRequests;
}

describe('the details', () => {
  test('[FORM-04] start pristine, and are pristine again after an undo', () => {
    const { form } = createDetailsForm(page());
    expect(form.$isPristine.get()).toBe(true);
    form.change('firstName', 'Usha');
    expect(form.$isPristine.get()).toBe(false);
    form.change('firstName', 'Asha');
    expect(form.$isPristine.get()).toBe(true);
  });

  test('only changed fields are sent; then the form is pristine and the page is informed', async () => {
    const details = createDetailsForm(page());
    details.form.change('firstName', ' Usha ');
    details.form.change('timeZone', 'Europe/Kyiv');
    await details.save();
    expect(browser.sent.map(({ body }) => body)).toEqual([{ first_name: 'Usha', time_zone: 'Europe/Kyiv' }]);
    expect(details.$notice.get()).toBe('saved');
    expect(details.form.$isPristine.get()).toBe(true);
    expect($user.get()).toMatchObject({ firstName: 'Usha', timeZone: 'Europe/Kyiv' });
  });

  test('[FORM-05] a change of white space only is not sent', async () => {
    const details = createDetailsForm(page());
    details.form.change('firstName', 'Asha ');
    await details.save();
    expect(browser.sent).toEqual([]);
    expect(details.form.$isPristine.get()).toBe(true);
  });

  test('[FORM-03] [FORM-07] [FORM-08] all invalid fields get errors at once, and nothing is sent', async () => {
    const details = createDetailsForm(page());
    details.form.change('firstName', '');
    details.form.change('lastName', 'x'.repeat(31));
    details.form.change('email', 'asha@');
    await details.save();
    expect(details.form.$errors.get()).toEqual({
      firstName: 'Please enter your first name',
      lastName: 'Please use at most 30 characters',
      email: 'Please enter a valid email address',
    });
    expect(browser.sent).toEqual([]);
  });

  test('[FORM-07] the last name may be removed', async () => {
    const details = createDetailsForm(page());
    details.form.change('lastName', '');
    await details.save();
    expect(browser.sent[0]?.body).toEqual({ last_name: '' });
  });

  test('[FORM-13] the server’s error is shown at its field, and the input stays', async () => {
    const text = 'This email is already in use';
    browser.on(update, () =>
      errorResponse(409, 'EMAIL_ALREADY_REGISTERED', text, { field_errors: { email: text } }),
    );
    const details = createDetailsForm(page());
    details.form.change('email', 'taken@example.com');
    await details.save();
    expect(details.form.$errors.get()).toEqual({ email: text });
    expect(details.$failure.get()).toBeNull();
    expect(details.form.$values.get().email).toBe('taken@example.com');
    details.form.change('email', 'free@example.com');
    expect(details.form.$errors.get()).toEqual({});
  });

  test('a failure without a field is shown once, and cleared by the next change', async () => {
    browser.on(update, () => new TypeError('Failed to fetch'));
    const details = createDetailsForm(page());
    details.form.change('firstName', 'Usha');
    await details.save();
    expect(details.$failure.get()).toMatchObject({
      message: expect.stringContaining('what you typed is kept'),
      needsLogin: false,
    });
    expect(details.form.$isSubmitting.get()).toBe(false);
    details.form.change('firstName', 'Usha R');
    expect(details.$failure.get()).toBeNull();
  });

  test('an expired session asks to log in, and the modal treats the person as signed out', async () => {
    browser.on(update, () =>
      errorResponse(401, 'SESSION_EXPIRED', 'Your session has ended. Please log in again.'),
    );
    const user = page();
    hydrateUser(user, []);
    const details = createDetailsForm(user);
    details.form.change('firstName', 'Usha');
    await details.save();
    expect(details.$failure.get()).toMatchObject({ needsLogin: true });
    expect($user.get()).toBeNull();
    expect(details.form.$values.get().firstName).toBe('Usha');
  });

  test('input during a pending save stays, and counts as unsaved', async () => {
    const pendingRequests = holdResponses();
    const details = createDetailsForm(page());
    details.form.change('firstName', 'Usha');
    const saving = details.save();
    await waitFor(() => expect(pendingRequests).toHaveLength(1));
    details.form.change('lastName', 'Roy');
    pendingRequests[0]?.answer();
    await saving;
    expect(details.form.$values.get()).toMatchObject({ firstName: 'Usha', lastName: 'Roy' });
    expect(details.form.$isPristine.get()).toBe(false);
  });

  test('a second click sends nothing', async () => {
    const pendingRequests = holdResponses();
    const details = createDetailsForm(page());
    details.form.change('firstName', 'Usha');
    const saving = details.save();
    await details.save();
    await waitFor(() => expect(pendingRequests).toHaveLength(1));
    pendingRequests[0]?.answer();
    await saving;
    expect(browser.sent).toHaveLength(1);
  });
});

describe('a draft', () => {
  function typedAndLeft() {
    const details = createDetailsForm(page());
    details.persistDrafts();
    details.form.change('lastName', 'Roy');
    return details;
  }

  test('is restored after a reload, marked as unsaved', () => {
    typedAndLeft();
    const again = createDetailsForm(page());
    again.persistDrafts();
    expect(again.form.$values.get()).toMatchObject({ firstName: 'Asha', lastName: 'Roy' });
    expect(again.$notice.get()).toBe('restored');
    again.discard();
    expect(again.form.$values.get().lastName).toBe('Rao');
    expect(again.$notice.get()).toBeNull();
  });

  test('is deleted when it is saved or undone', async () => {
    const details = typedAndLeft();
    await details.save();
    expect(sessionStorage.getItem('liftoff:draft:account')).toBeNull();
    details.form.change('lastName', 'Das');
    expect(sessionStorage.getItem('liftoff:draft:account')).toContain('Das');
    details.discard();
    expect(sessionStorage.getItem('liftoff:draft:account')).toBeNull();
  });

  test('is not shown to another person', () => {
    typedAndLeft();
    const other = createDetailsForm(page({ id: 'u2', firstName: 'Ravi', lastName: '' }));
    other.persistDrafts();
    expect(other.form.$isPristine.get()).toBe(true);
    expect(other.$notice.get()).toBeNull();
  });
});

test('[USER-07] [C-23] a pending number is shown beside the one that still logs in', () => {
  const user = page();
  const $phone = createPhoneStatus(user);
  expect($phone.get()).toMatchObject({ proven: { phone: user.phone }, unproven: null, isNew: false });
  const pendingUser = { ...user, phone: '9000000001', fullPhone: '+919000000001', isPhoneVerified: false };
  setUser({ user: pendingUser });
  expect($phone.get()).toMatchObject({ proven: { phone: user.phone }, unproven: { phone: '9000000001' } });
  setUser({ user: { ...pendingUser, isPhoneVerified: true } });
  expect($phone.get()).toMatchObject({ proven: { phone: '9000000001' }, unproven: null, isNew: true });
});

/** Returns preferences with everything on besides the changes. */
function allOn(changes: Record<string, Record<string, boolean>> = {}) {
  const on = { email: true, sms: true, whatsapp: true };
  return Object.fromEntries(
    ['reminders', 'updates', 'offers'].map((kind) => [kind, { ...on, ...changes[kind] }]),
  );
}

describe('notification preferences', () => {
  test('a switch shows its new position at once, and is saved automatically', async () => {
    const pendingRequests = holdResponses();
    const preferences = createPreferencesStore(page());
    const saving = preferences.set('reminders.email', false);
    expect(preferences.$shown.get()).toMatchObject({ 'reminders.email': false, 'updates.email': true });
    await waitFor(() => expect(pendingRequests).toHaveLength(1));
    expect(pendingRequests[0]?.body).toEqual({ notification_preferences: { reminders: { email: false } } });
    pendingRequests[0]?.answer();
    await saving;
    expect(preferences.$isSaved.get()).toBe(true);
    expect($user.get()?.notificationPreferences.reminders.email).toBe(false);
  });

  test('when it is pressed faster than it is saved, the last position is saved', async () => {
    const pendingRequests = holdResponses();
    const preferences = createPreferencesStore(page());
    const saving = preferences.set('reminders.email', false);
    await waitFor(() => expect(pendingRequests).toHaveLength(1));
    void preferences.set('reminders.email', true);
    void preferences.set('reminders.email', false);
    void preferences.set('reminders.email', true);
    pendingRequests[0]?.answer();
    await waitFor(() => expect(pendingRequests).toHaveLength(2));
    expect(pendingRequests[1]?.body).toEqual({ notification_preferences: { reminders: { email: true } } });
    pendingRequests[1]?.answer();
    await saving;
    expect(preferences.$shown.get()['reminders.email']).toBe(true);
    expect(browser.sent).toHaveLength(2);
  });

  test('two switches pressed at once are both saved', async () => {
    const pendingRequests = holdResponses();
    const preferences = createPreferencesStore(page());
    const saving = preferences.set('reminders.email', false);
    void preferences.set('updates.sms', false);
    await waitFor(() => expect(pendingRequests).toHaveLength(1));
    pendingRequests[0]?.answer();
    await waitFor(() => expect(pendingRequests).toHaveLength(2));
    const savedPreferences = allOn({ reminders: { email: false }, updates: { sms: false } });
    pendingRequests[1]?.answer(
      json({ user: wireUser({ notification_preferences: savedPreferences }), user_profiles: [] }),
    );
    await saving;
    expect(preferences.$shown.get()).toMatchObject({ 'reminders.email': false, 'updates.sms': false });
  });

  test('a failure resets the switch and shows the reason', async () => {
    browser.on(update, () => new TypeError('Failed to fetch'));
    const preferences = createPreferencesStore(page());
    await preferences.set('updates.email', false);
    expect(preferences.$shown.get()['updates.email']).toBe(true);
    expect(preferences.$failure.get()?.message).toBe(
      'We could not reach the server. Check your connection and try again.',
    );
    browser.on(update, (body) => json({ user: wireUser(body), user_profiles: [] }));
    await preferences.set('updates.email', true);
    expect(preferences.$failure.get()).toBeNull();
  });

  test('details and switches are saved one after the other, so that responses arrive in order', async () => {
    const pendingRequests = holdResponses();
    const user = page();
    const details = createDetailsForm(user);
    details.form.change('firstName', 'Usha');
    const saving = Promise.all([createPreferencesStore(user).set('reminders.email', false), details.save()]);
    await waitFor(() => expect(pendingRequests).toHaveLength(1));
    pendingRequests[0]?.answer();
    await waitFor(() => expect(pendingRequests).toHaveLength(2));
    pendingRequests[1]?.answer();
    await saving;
    expect($user.get()?.firstName).toBe('Usha');
  });
});
