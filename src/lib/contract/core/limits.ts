import type { Limit } from './endpoint.ts';

/**
 * The limits of endpoints that strangers use. Those per device, number and mailbox bind people; those per network are only
 * there to stop programs, because a network may be a campus or a mobile carrier with thousands of people. [C-12]
 */

const tenMinutes = 600;
const hour = 3600;

const perDevice = (bucket: string, max: number, windowSeconds: number): Limit => ({
  bucket,
  per: 'device',
  max,
  windowSeconds,
});

/** In ten minutes, as all limits per network. */
const perNetwork = (bucket: string, max: number): Limit => ({
  bucket,
  per: 'network',
  max,
  windowSeconds: tenMinutes,
});

/**
 * Requests that reveal whether a number or an email has an account share this limit, so that none of them is a cheaper way
 * to probe. It is the sum of their own. [C-27]
 */
export const enumerationLimits = [perDevice('enumeration', 35, tenMinutes), perNetwork('enumeration', 400)];

export const userExistsLimits = [perDevice('user-exists', 20, tenMinutes), perNetwork('user-exists', 200)];
export const registerLimits = [perDevice('register', 5, hour), perNetwork('register', 100)];
export const requestOtpLimits = [perDevice('request-otp', 10, tenMinutes), perNetwork('request-otp', 100)];
export const verifyOtpLimits = [perNetwork('verify-otp', 300)];
export const brochureLimits = [perDevice('brochure', 10, hour), perNetwork('brochure', 100)];
export const callbackLimits = [perNetwork('callback', 100)];
/** Guesses of the key in the link to a call. */
export const callbackChangeLimits = [perNetwork('callback-change', 60)];

/** Answers of employers: an office shares one address. */
export const shortlistAnswerLimits = [perNetwork('shortlist-answer', 600)];

/** Visits of certificates that are counted; a campus shares one address. */
export const certificateVisitLimits = [perNetwork('certificate-visit', 600)];

/**
 * Batches of events. Counted per network without a cookie and without a proof of work: nobody loses anything when a batch is
 * rejected, and a page in the background solves nothing.
 */
export const analyticsLimits: Limit[] = [
  { bucket: 'analytics', per: 'address', max: 6000, windowSeconds: tenMinutes },
];

/** Returns the limit of one signed-in person, who shares it with nobody. */
export const perAccount = (bucket: string, max: number, windowSeconds: number): Limit => ({
  bucket,
  per: 'account',
  max,
  windowSeconds,
});
