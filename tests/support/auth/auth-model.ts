import type { AuthIntent, AuthStep } from '#lib/domain/auth/auth-flow.ts';
import type { OtpPurpose } from '#lib/domain/auth/otp-policy.ts';
import { knownPhone } from './auth-modal.ts';

/**
 * A simple model of the sign-in modal, written from the specification's rows. The real modal is compared with it. It shares
 * only the names of intents and steps with the code under test.
 */
export interface Model {
  isOpen: boolean;
  step: AuthStep;
  initialIntent: AuthIntent;
  intent: AuthIntent;
  resends: number;
  otpId: string | null;
  /** The intent that continues after the login that it requires. [USER-07] */
  next: AuthIntent | null;
  person: 'VISITOR' | 'UNVERIFIED' | 'VERIFIED';
  /** The person's number, or the pending one. */
  own: string;
  /** The verified number that the server keeps while a new one is pending. [C-23] */
  proven: string;
  phone: string;
  details: 'NONE' | 'GOOD' | 'BAD';
  otp: string;
  /** The input that the account was created with, so that registering is not repeated. */
  registeredAs: string | null;
  /** The OTP that was sent last. It stays valid when the modal has reset its own id. */
  lastOtp: { purpose: OtpPurpose; phone: string; otpId: string } | null;
  issued: number;
  completions: number;
  opened: number;
  closed: number;
  failures: number;
  /** Seconds until Resend is enabled. */
  countdown: number;
}

/** The wait in the response to an OTP request that comes too soon. */
export const tooSoonSeconds = 18;

export type Answer = 'WELL' | 'REFUSED' | 'UNREACHABLE' | 'TOO_SOON';

export const initialModel = (): Model => ({
  isOpen: false,
  step: 'PHONE_INPUT',
  initialIntent: 'LOGIN',
  intent: 'LOGIN',
  resends: 0,
  otpId: null,
  next: null,
  person: 'VISITOR',
  own: '',
  proven: '',
  phone: '',
  details: 'NONE',
  otp: '',
  registeredAs: null,
  lastOtp: null,
  issued: 0,
  completions: 0,
  opened: 0,
  closed: 0,
  failures: 0,
  countdown: 0,
});

/** AUTH-02 */
const firstStep: Record<AuthIntent, AuthStep> = {
  LOGIN: 'PHONE_INPUT',
  SIGN_UP: 'PHONE_INPUT',
  REQUEST_LOGIN_OTP: 'OTP_INPUT',
  VERIFY_PHONE: 'OTP_INPUT',
  CHANGE_PHONE: 'CHANGE_PHONE',
  DIRECT_SIGN_UP: 'DETAILS',
};

/** AUTH-09 */
const purposeOf = (intent: AuthIntent): OtpPurpose =>
  intent === 'LOGIN' || intent === 'REQUEST_LOGIN_OTP' ? 'LOGIN' : 'PHONE_VERIFICATION';

/** AUTH-02 to AUTH-04 */
export function open(m: Model, wanted: AuthIntent, payload: string, answer: Answer): void {
  if (m.person === 'VERIFIED' && wanted !== 'CHANGE_PHONE' && wanted !== 'REQUEST_LOGIN_OTP') {
    m.completions += 1;
    return;
  }
  const needsPerson = wanted === 'CHANGE_PHONE' || wanted === 'VERIFY_PHONE';
  m.next = m.person === 'VISITOR' && needsPerson ? wanted : null;
  let intent: AuthIntent = m.next ? 'LOGIN' : wanted;
  if (m.person === 'UNVERIFIED' && wanted !== 'CHANGE_PHONE') intent = 'VERIFY_PHONE';
  if (m.isOpen) m.closed += 1;
  m.isOpen = true;
  m.opened += 1;
  m.intent = intent;
  m.initialIntent = intent;
  m.step = firstStep[intent];
  clearOtp(m);
  m.details = 'NONE';
  m.registeredAs = null;
  m.phone = intent === 'CHANGE_PHONE' || intent === 'VERIFY_PHONE' ? m.own : payload;
  const asksAtOnce = intent === 'VERIFY_PHONE' || intent === 'REQUEST_LOGIN_OTP';
  // No row covers an OTP request without a valid number, so the modal asks for the number first.
  if (asksAtOnce && m.phone.length !== 10) m.step = 'PHONE_INPUT';
  else if (asksAtOnce) requestOtp(m, purposeOf(intent), false, answer);
}

/** AUTH-22, C-23 */
export function close(m: Model): void {
  m.isOpen = false;
  m.closed += 1;
  m.next = null;
  if (m.intent === 'CHANGE_PHONE' && m.proven && m.person === 'UNVERIFIED') {
    m.own = m.proven;
    m.person = 'VERIFIED';
  }
  m.proven = '';
  m.intent = 'LOGIN';
  m.initialIntent = 'LOGIN';
}

/** AUTH-05 to AUTH-07, AUTH-09, AUTH-13 */
export function requestOtp(m: Model, purpose: OtpPurpose, isResend: boolean, answer: Answer): void {
  const isStillGood = m.lastOtp?.purpose === purpose && m.lastOtp.phone === m.phone;
  if (answer === 'WELL') {
    m.issued += 1;
    m.lastOtp = { purpose, phone: m.phone, otpId: `otp-${m.issued}` };
    if (isResend) m.resends += 1;
    m.otp = '';
    m.countdown = 30;
  } else {
    if (answer === 'TOO_SOON') m.countdown = tooSoonSeconds;
    if (answer !== 'TOO_SOON' || m.otpId || !isStillGood) {
      m.failures += 1;
      return;
    }
  }
  m.otpId = m.lastOtp?.otpId ?? null;
  if (m.step === 'PHONE_INPUT') m.intent = 'LOGIN';
  m.step = 'OTP_INPUT';
}

/** Input for the current step. */
export interface TypedInput {
  phone: string;
  otp: string;
  isGood: boolean;
}

export function typeInput(m: Model, { phone, otp, isGood }: TypedInput): void {
  if (m.step === 'OTP_INPUT') m.otp = otp;
  else if (m.step === 'DETAILS') m.details = isGood ? 'GOOD' : 'BAD';
  else m.phone = phone;
}

/** Presses the button of the current step. */
export function submit(m: Model, answer: Answer): void {
  const submits = {
    PHONE_INPUT: submitPhone,
    DETAILS: submitDetails,
    OTP_INPUT: submitOtp,
    CHANGE_PHONE: submitPhoneChange,
  };
  submits[m.step](m, answer);
}

/** AUTH-05 */
function submitPhone(m: Model, answer: Answer): void {
  if (m.phone.length !== 10) return;
  if (fails(answer)) m.failures += 1;
  else if (m.phone === knownPhone) requestOtp(m, 'LOGIN', false, answer);
  else {
    m.step = 'DETAILS';
    m.intent = 'SIGN_UP';
    clearOtp(m);
  }
}

/** AUTH-06 */
function submitDetails(m: Model, answer: Answer): void {
  if (m.details !== 'GOOD') return;
  // No row covers details without a number, which DIRECT_SIGN_UP may have, so the number comes first.
  if (m.phone.length !== 10) {
    edit(m);
    return;
  }
  const details = m.phone;
  if (m.registeredAs !== details) {
    if (fails(answer)) {
      m.failures += 1;
      return;
    }
    m.person = 'UNVERIFIED';
    m.own = m.phone;
    m.registeredAs = details;
  }
  requestOtp(m, 'PHONE_VERIFICATION', false, answer);
}

/** AUTH-07 */
function submitPhoneChange(m: Model, answer: Answer): void {
  if (m.phone.length !== 10) return;
  const isDone = m.person === 'UNVERIFIED' && m.own === m.phone;
  if (!isDone) {
    if (fails(answer)) {
      m.failures += 1;
      return;
    }
    if (m.person === 'VERIFIED') m.proven = m.own;
    m.own = m.phone;
    m.person = 'UNVERIFIED';
  }
  requestOtp(m, 'PHONE_VERIFICATION', false, answer);
}

/** AUTH-08 */
function submitOtp(m: Model, answer: Answer): void {
  if (m.otp.length !== 6) return;
  const { lastOtp } = m;
  if (lastOtp?.purpose === purposeOf(m.intent) && lastOtp.phone === m.phone) m.otpId ??= lastOtp.otpId;
  if (!m.otpId) return;
  if (fails(answer) || m.otp !== '123456') {
    m.failures += 1;
    return;
  }
  const next = m.next;
  m.person = 'VERIFIED';
  m.own = m.phone;
  m.proven = '';
  m.lastOtp = null;
  m.completions += next ? 0 : 1;
  const before = m.opened;
  if (next) open(m, next, m.own, answer);
  if (m.opened === before) close(m);
}

/** AUTH-10 */
export function edit(m: Model): void {
  const isVerification = purposeOf(m.intent) === 'PHONE_VERIFICATION';
  m.step = isVerification && m.person === 'UNVERIFIED' ? 'CHANGE_PHONE' : 'PHONE_INPUT';
  clearOtp(m);
}

/** AUTH-11 */
export function chooseSignUp(m: Model): void {
  m.intent = 'SIGN_UP';
  m.initialIntent = 'SIGN_UP';
  m.step = 'PHONE_INPUT';
  m.phone = '';
  m.details = 'NONE';
  clearOtp(m);
}

/** AUTH-12 */
export function cancelChange(m: Model, answer: Answer): void {
  m.phone = m.own;
  m.step = 'OTP_INPUT';
  m.otpId = null;
  m.resends = 0;
  m.countdown = 0;
  requestOtp(m, purposeOf(m.intent), false, answer);
}

function clearOtp(m: Model): void {
  m.otp = '';
  m.otpId = null;
  m.resends = 0;
  m.countdown = 0;
}

const fails = (answer: Answer): boolean => answer === 'REFUSED' || answer === 'UNREACHABLE';

/** The purpose that a resend requests. [AUTH-09] */
export const resendPurpose = (m: Model): OtpPurpose => purposeOf(m.intent);
