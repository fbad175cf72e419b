/**
 * Every error code that an endpoint may return, with its HTTP status and a default message for handlers that
 * give none. Codes are stable, and people see the messages. Source: the error contract.
 */
export const errors = {
  VALIDATION_FAILED: [400, 'Please check the highlighted fields'],
  INVALID_JSON: [400, 'Malformed request body'],
  PAYLOAD_TOO_LARGE: [413, 'Request is too large'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Send application/json'],
  METHOD_NOT_ALLOWED: [405, 'This method is not allowed here'],
  NOT_FOUND: [404, 'Not found'],
  CSRF_FAILED: [403, 'Request blocked. Reload the page.'],
  NOT_AUTHENTICATED: [401, 'Please log in'],
  SESSION_EXPIRED: [401, 'Your session has ended. Please log in again.'],
  PERMISSION_DENIED: [403, 'You may not do this'],
  PHONE_NOT_VERIFIED: [403, 'Verify your phone number to continue'],
  REAUTH_REQUIRED: [403, 'Confirm it is you with an OTP first'],
  PROOF_REQUIRED: [428, 'We could not check your browser. Reload the page and try again.'],
  RATE_LIMITED: [429, 'Too many requests. Try again later.'],
  INTERNAL_ERROR: [500, 'Something went wrong. Try Again.'],
  SERVICE_UNAVAILABLE: [503, 'The service is busy. Try again in a moment.'],

  PHONE_INVALID: [400, 'Please enter a valid phone number'],
  COUNTRY_NOT_SUPPORTED: [400, 'We do not support numbers of this country'],
  USER_NOT_FOUND: [404, 'No account with this number. Sign up.'],
  PHONE_ALREADY_REGISTERED: [409, 'This number is already in use'],
  EMAIL_ALREADY_REGISTERED: [409, 'This email is already in use'],
  EMAIL_ALREADY_VERIFIED: [409, 'Your email is confirmed already'],
  PHONE_UNCHANGED: [400, 'This is your current phone number'],
  PHONE_MISMATCH: [400, 'This is not the number to verify'],
  PHONE_ALREADY_VERIFIED: [409, 'Your phone number is already verified'],
  OTP_RESEND_TOO_SOON: [429, 'Please wait before asking for another OTP'],
  OTP_SEND_LIMIT: [429, 'Too many OTP requests. Try later.'],
  OTP_DELIVERY_FAILED: [502, 'Failed to request OTP'],
  OTP_DELIVERY_PAUSED: [503, 'OTPs cannot be sent right now. Try again in a moment.'],
  VOICE_NOT_AVAILABLE: [400, 'A call is not available for this number'],
  OTP_INVALID: [400, 'Please enter a valid OTP'],
  OTP_EXPIRED: [400, 'This OTP has expired'],
  OTP_ALREADY_USED: [400, 'This OTP was already used'],
  OTP_SUPERSEDED: [400, 'Use the latest OTP'],
  OTP_ATTEMPTS_EXCEEDED: [429, 'Too many attempts. Request a new OTP.'],
  ACCOUNT_LOCKED: [429, 'Too many wrong OTPs. Try again later.'],
  ACCOUNT_DISABLED: [403, 'Your account is disabled. Our contact page says how to reach us.'],

  JOB_CLOSED: [409, 'This job is no longer open'],
  PROFILE_INCOMPLETE: [409, 'Complete your candidate details first'],
  INCOMPLETE_APPLICATION: [409, 'Please answer all questions first'],
  ALREADY_SUBMITTED: [409, 'This was submitted already'],
  INVALID_STATE: [409, 'This is no longer possible'],
  OFFER_EXPIRED: [409, 'The time to answer this offer is over'],
  TRAINING_BATCH_FULL: [409, 'This batch is full'],
  TRAINING_ALREADY_SET_UP: [409, 'Your training is set up already'],
  SLOT_TAKEN: [409, 'Somebody else has just booked this time. Please choose another.'],
  SLOT_IN_PAST: [409, 'This time has passed'],
  PAYMENT_REQUIRED: [409, 'Your payment has to arrive first'],
  SLOT_INVALID: [400, 'Please choose one of the times shown'],
  RESCHEDULE_LIMIT_REACHED: [409, 'You cannot move this interview again'],
  TOO_LATE_TO_RESCHEDULE: [409, 'It is too late to move this interview'],
  INTERVIEW_NOT_SCHEDULED: [409, 'You have no interview to choose a time for'],
  LAST_ADMIN: [409, 'The last admin keeps the role. Make somebody else an admin first.'],
  TEST_NOT_OPEN: [409, 'Your test is not open now'],
  TEST_ENDED: [409, 'Your test has ended. What was saved before the end counts.'],
  TEST_OPEN_ELSEWHERE: [409, 'Your test is open in another tab or on another device'],
  ALREADY_EXISTS: [409, 'This already exists'],
  BATCH_CLOSED: [409, 'This batch is closed'],
  BATCH_FULL: [409, 'This batch is full'],
  CERTIFICATE_NOT_FOUND: [404, 'We have no certificate with this id'],
  EVENT_NOT_FOUND: [404, 'There is no such event'],
  REGISTRATION_CLOSED: [409, 'Registration is closed'],
  EVENT_FULL: [409, 'This event is full'],
  EVENT_CANCELLED: [409, 'This event is cancelled'],
  PROGRAM_NOT_FOUND: [404, 'There is no such programme'],
  STALE_WRITE: [409, 'This was changed somewhere else. Reload the page.'],
  UNDO_EXPIRED: [409, 'It is too late to undo this. The messages are on their way.'],
  UNDO_CONFLICT: [409, 'This was changed since, so it cannot be undone.'],
  SLUG_TAKEN: [409, 'This address is taken. Choose another.'],
  LINK_INVALID: [400, 'Please enter a full web address'],
  LIMIT_REACHED: [409, 'You have reached the maximum'],

  FILE_REQUIRED: [400, 'Please choose a file'],
  FILE_TYPE_NOT_ALLOWED: [400, 'Please choose a JPEG, PNG, WebP, PDF or Word file'],
  FILE_INVALID: [400, 'We cannot open this file. Choose another one.'],
  IMAGE_TOO_LARGE: [400, 'This picture is too large: at most 25 megapixels and 8192 pixels a side'],
  UPLOAD_QUOTA_EXCEEDED: [429, 'Your account is full. Delete files that you no longer need.'],

  IMAGE_PARAMS_INVALID: [400, 'This picture size is not available'],
  IMAGE_SOURCE_FORBIDDEN: [403, 'We do not show pictures from this address'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errors;

/** The body of every response that is not 2xx, with its names in camelCase. */
export interface ErrorBody {
  errorCode: ErrorCode;
  error: string;
  /** Maps a camelCase field name to one message. It is empty when no field is invalid. */
  fieldErrors: Record<string, string>;
  requestId: string;
  /** Seconds, equal to the Retry-After header. */
  retryAfter?: number;
  attemptsRemaining?: number;
  /** With PROOF_REQUIRED: the challenge, base64 of JSON. Send its answer in the header `Proof-Of-Work`. [C-12] */
  challenge?: string;
  /** With STALE_WRITE: the current record, in the shape of its GET response. */
  current?: unknown;
  /** With SLOT_TAKEN: the free times, in the shape of `days` of the slots endpoint. */
  days?: unknown;
}
