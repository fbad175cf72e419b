import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { AUTH_INTENTS, type AuthIntent, canOfferCall } from '#lib/domain/auth/auth-flow.ts';
import { $user } from '#lib/stores/account/user.ts';
import * as auth from '#lib/stores/auth/auth-actions.ts';
import { closeAuth, openAuth } from '#lib/stores/auth/auth-actions.ts';
import { authForm } from '#lib/stores/auth/auth-form.ts';
import { $authFlow, $authModal, $secondsUntilResend } from '#lib/stores/auth/auth-state.ts';
import {
  calls,
  drainTrackedEvents,
  knownPhone,
  newPhone,
  setUpVisitor,
  signInUser,
  typeDetails,
} from '../../support/auth/auth-modal.ts';
import * as rows from '../../support/auth/auth-model.ts';
import {
  type Answer,
  initialModel,
  type Model,
  type TypedInput,
  tooSoonSeconds,
} from '../../support/auth/auth-model.ts';
import { errorResponse, json, wireUser } from '../../support/fake-api.ts';
import { isSoak } from '../../support/soak.ts';

/** The real stores, a fake server with one account, and the events so far. */
interface Real {
  answer: Answer;
  browser: ReturnType<typeof setUpVisitor>;
  eventCounts: { completions: number; opened: number; closed: number; failures: number; completed: number };
}

type Command = fc.AsyncCommand<Model, Real>;

const settle = () => vi.advanceTimersByTimeAsync(0);

/** An action of a person. It runs on the model and on the real stores, and then both are compared. */
function command(
  name: string,
  canHappen: (m: Readonly<Model>) => boolean,
  inModel: (m: Model) => void,
  inReal: () => unknown,
  answer: Answer = 'WELL',
): Command {
  return {
    check: canHappen,
    async run(m, real) {
      real.answer = answer;
      const before = { ...m };
      const sentBefore = real.browser.sent.length;
      inModel(m);
      await inReal();
      await settle();
      compare(m, real);
      checkRequests(before, m, real, sentBefore);
    },
    toString: () => `${name} ${answer}`,
  };
}

function compare(m: Model, real: Real): void {
  const { isOpen, intent } = $authModal.get();
  expect([isOpen, intent]).toEqual([m.isOpen, m.intent]);
  const user = $user.get();
  const person = user === null ? 'VISITOR' : user.isPhoneVerified ? 'VERIFIED' : 'UNVERIFIED';
  expect([person, user?.phone ?? '']).toEqual([m.person, m.person === 'VISITOR' ? '' : m.own]);
  if (m.isOpen) {
    const flow = $authFlow.get();
    expect(flow).toMatchObject({
      activeStep: m.step,
      intent: m.intent,
      initialIntent: m.initialIntent,
      otpId: m.otpId,
      otpResendCount: m.resends,
    });
    expect(authForm.$values.get()).toMatchObject({ phone: m.phone, otp: m.otp });
    expect($secondsUntilResend.get()).toBe(m.countdown);
    // AUTH-14
    expect(canOfferCall(flow, 'IN', false)).toBe(m.resends >= 2);
    expect(canOfferCall(flow, 'US', false)).toBe(false);
  }
  checkTracking(m, real);
}

/** Checks the tracked events, and that each success is reported exactly once. [AUTH-08] [AUTH-22] [AUTH-24] */
function checkTracking(m: Model, { eventCounts }: Real): void {
  for (const { name, ...properties } of drainTrackedEvents()) {
    if (name === 'viewed_auth_modal') eventCounts.opened += 1;
    else if (name === 'closed_auth_modal') eventCounts.closed += 1;
    else if (name === 'auth completion success') eventCounts.completed += 1;
    else if (name.endsWith('failure')) {
      eventCounts.failures += 1;
      expect(Object.keys(properties)).toEqual(
        expect.arrayContaining(['error_code', 'error_message', 'http_status_code']),
      );
    }
  }
  const { completions, opened, closed, failures } = m;
  const { completed, ...counted } = eventCounts;
  expect(counted).toEqual({ completions, opened, closed, failures });
  expect(opened - closed).toBe(m.isOpen ? 1 : 0);
}

/** Checks the sent requests, and that invalid input is never sent. [AUTH-09] */
function checkRequests(before: Model, after: Model, real: Real, from: number): void {
  for (const { key, body } of real.browser.sent.slice(from)) {
    if (key === calls.loginOtp || key === calls.verificationOtp) {
      expect(body.previous_otp_id).toBe(body.resend ? before.otpId : null);
      if (body.resend)
        expect(key).toBe(rows.resendPurpose(before) === 'LOGIN' ? calls.loginOtp : calls.verificationOtp);
    }
    if (key === calls.loginVerify || key === calls.verificationVerify) {
      const isLogin =
        before.person === 'VERIFIED' || before.intent === 'LOGIN' || before.intent === 'REQUEST_LOGIN_OTP';
      expect([key, body.otp_id]).toEqual([
        isLogin ? calls.loginVerify : calls.verificationVerify,
        before.otpId ?? before.lastOtp?.otpId,
      ]);
    }
    if (key === calls.exists) expect(before.phone).toHaveLength(10);
    if (key === calls.register) expect([before.step, before.details]).toEqual(['DETAILS', 'GOOD']);
    if (key === calls.changePhone) expect(before.step).toBe('CHANGE_PHONE');
  }
  if (after.issued > before.issued) expect($secondsUntilResend.get()).toBe(30);
}

/** The fake server's account. */
function serveOneAccount(real: Real, person: Model['person']): void {
  const { browser } = real;
  const server = {
    proven: person === 'VERIFIED' ? ownPhone : '',
    claimed: person === 'UNVERIFIED' ? ownPhone : '',
  };
  if (person !== 'VISITOR') {
    browser.page.cookie = 'signed_in=1';
    signInUser({ phone: ownPhone, isPhoneVerified: person === 'VERIFIED' });
  }
  const owner = (phone: string, isVerified: boolean) => {
    browser.page.cookie = 'signed_in=1';
    return json({ user: wireUser({ phone, is_phone_verified: isVerified }), user_profiles: [] });
  };
  const unlessRejected = (answer: () => Response) => {
    if (real.answer === 'UNREACHABLE') return new TypeError('Failed to fetch');
    return real.answer === 'REFUSED' ? errorResponse(400, 'VALIDATION_FAILED', 'No, sorry') : answer();
  };
  let otps = 0;
  const issue = () =>
    real.answer === 'TOO_SOON'
      ? errorResponse(429, 'OTP_RESEND_TOO_SOON', 'Please wait', { retry_after: tooSoonSeconds })
      : json({ otp_id: `otp-${++otps}` });
  const checkCode = (otp: string, phone: string) => {
    if (otp !== '123456') return errorResponse(400, 'OTP_INVALID', 'Please enter a valid OTP');
    server.proven = phone;
    server.claimed = '';
    return owner(phone, true);
  };
  let loginPhone = '';
  browser.on(calls.exists, ({ phone }) => unlessRejected(() => json({ user_exists: phone === knownPhone })));
  browser.on(calls.loginOtp, ({ phone }) =>
    unlessRejected(() => {
      if (real.answer === 'WELL') loginPhone = phone;
      return issue();
    }),
  );
  browser.on(calls.verificationOtp, () => unlessRejected(issue));
  browser.on(calls.loginVerify, ({ otp }) => unlessRejected(() => checkCode(otp, loginPhone)));
  browser.on(calls.verificationVerify, ({ otp }) =>
    unlessRejected(() => checkCode(otp, server.claimed || server.proven)),
  );
  browser.on(calls.register, ({ phone }) =>
    unlessRejected(() => {
      Object.assign(server, { proven: '', claimed: phone });
      return owner(phone, false);
    }),
  );
  browser.on(calls.changePhone, ({ phone }) =>
    unlessRejected(() => {
      server.claimed = phone;
      return owner(phone, false);
    }),
  );
  browser.on('GET /api/v3/user/', () => owner(server.proven || server.claimed, server.proven !== ''));
}

const answers = fc.constantFrom<Answer>('WELL', 'WELL', 'WELL', 'REFUSED', 'UNREACHABLE', 'TOO_SOON');
const phones = fc.constantFrom(knownPhone, newPhone, '9111111111', '98765');
const persons = fc.constantFrom<Model['person']>('VISITOR', 'VISITOR', 'UNVERIFIED', 'VERIFIED');
const ownPhone = '9333333333';
const otps = fc.constantFrom('123456', '123456', '000000', '12');

const submitStep = {
  PHONE_INPUT: auth.submitPhone,
  DETAILS: auth.submitDetails,
  OTP_INPUT: auth.submitOtp,
  CHANGE_PHONE: auth.submitPhoneChange,
};

function typeIntoStep({ phone, otp, isGood }: TypedInput): void {
  const { activeStep } = $authFlow.get();
  if (activeStep === 'OTP_INPUT') authForm.change('otp', otp);
  else if (activeStep === 'DETAILS') typeDetails();
  else authForm.change('phone', phone);
  if (activeStep === 'DETAILS' && !isGood) authForm.change('email', 'nobody');
}

let onSuccess: () => void = () => undefined;

function people(): fc.Arbitrary<Command>[] {
  const isAt =
    (...steps: Model['step'][]) =>
    (m: Readonly<Model>) =>
      m.isOpen && steps.includes(m.step);
  const open = (intent: AuthIntent, phone: string, answer: Answer) =>
    command(
      `open ${intent} ${phone}`,
      (m) => !m.isOpen,
      (m) => rows.open(m, intent, phone, answer),
      () => {
        const callbacks = { otpVerify: { onSuccess: () => onSuccess() } };
        return openAuth({ intent, payload: { phone }, callbacks });
      },
      answer,
    );
  const type = (typed: TypedInput) =>
    command(
      `type ${typed.phone} ${typed.otp} ${typed.isGood}`,
      (m) => m.isOpen,
      (m) => rows.typeInput(m, typed),
      () => typeIntoStep(typed),
    );
  const press = (
    name: string,
    canHappen: (m: Readonly<Model>) => boolean,
    inModel: (m: Model, answer: Answer) => void,
    inReal: () => Promise<void>,
  ) => answers.map((answer) => command(name, canHappen, (m) => inModel(m, answer), inReal, answer));
  const typing = fc.record({ phone: phones, otp: otps, isGood: fc.boolean() }).map(type);
  const sending = press(
    'send',
    (m) => m.isOpen,
    rows.submit,
    () => submitStep[$authFlow.get().activeStep](),
  );

  return [
    fc.tuple(fc.constantFrom(...AUTH_INTENTS), phones, answers).map((one) => open(...one)),
    // Typing and submitting are more frequent than other actions.
    ...Array(4).fill(typing),
    ...Array(4).fill(sending),
    press(
      'resend',
      isAt('OTP_INPUT'),
      (m, answer) => rows.requestOtp(m, rows.resendPurpose(m), true, answer),
      () => auth.resendOtp(),
    ),
    fc.constant(command('edit', isAt('OTP_INPUT', 'DETAILS'), rows.edit, auth.editPhone)),
    fc.constant(
      command(
        'sign up link',
        (m) => isAt('PHONE_INPUT')(m) && m.intent !== 'SIGN_UP',
        rows.chooseSignUp,
        auth.chooseSignUp,
      ),
    ),
    press(
      'keep number',
      (m) => isAt('CHANGE_PHONE')(m) && m.intent !== 'CHANGE_PHONE' && m.person !== 'VISITOR',
      rows.cancelChange,
      auth.cancelPhoneChange,
    ),
    fc.constant(command('close', (m) => m.isOpen, rows.close, closeAuth)),
    fc.integer({ min: 1, max: 40 }).map((seconds) =>
      command(
        `wait ${seconds}`,
        (m) => m.isOpen,
        (m) => Object.assign(m, { countdown: Math.max(0, m.countdown - seconds) }),
        () => vi.advanceTimersByTimeAsync(seconds * 1000),
      ),
    ),
  ];
}

afterEach(() => {
  vi.useRealTimers();
});

test('[AUTH-02] [AUTH-03] [AUTH-04] [AUTH-05] [AUTH-06] [AUTH-07] [AUTH-08] [AUTH-09] [AUTH-10] [AUTH-11] [AUTH-12] [AUTH-13] [AUTH-14] [AUTH-22] whatever people and servers do, the modal follows the rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      persons,
      fc.commands(people(), { maxCommands: 60, size: 'max' }),
      async (person, commands) => {
        const eventCounts = { completions: 0, opened: 0, closed: 0, failures: 0, completed: 0 };
        const real: Real = { answer: 'WELL', browser: setUpVisitor(), eventCounts };
        serveOneAccount(real, person);
        onSuccess = () => {
          eventCounts.completions += 1;
        };
        const model = { ...initialModel(), person, own: person === 'VISITOR' ? '' : ownPhone };
        await fc.asyncModelRun(() => ({ model, real }), commands);
      },
    ),
    { numRuns: isSoak ? 2000 : 400 },
  );
}, 60_000);
