import { type APIRequestContext, expect } from 'playwright/test';
import { unusedPhone } from './phones.ts';

export interface SignedUp {
  phone: string;
  email: string;
}

/** Signs a new person up by the API without verifying the number; the cookies stay with `request`. */
export async function signUpUnverified(request: APIRequestContext, origin: string): Promise<SignedUp> {
  const phone = unusedPhone();
  const email = `meera-${phone}@example.com`;
  await post(request, origin, '/api/v3/auth/register/', {
    first_name: 'Meera',
    last_name: 'Nair',
    email,
    country_iso_code: 'IN',
    phone,
  });
  return { phone, email };
}

/** Signs a new person up by the API and verifies the number with the code in the inbox. */
export async function signUpVerified(request: APIRequestContext, origin: string): Promise<SignedUp> {
  const person = await signUpUnverified(request, origin);
  const { otp_id } = await post(request, origin, '/api/v1/user/phone-verification/request-otp/', {});
  const inbox = await request.get(`${origin}/dev/inbox.json?to=%2B91${person.phone}`);
  const { messages } = await inbox.json();
  await post(request, origin, '/api/v1/user/phone-verification/verify-otp/', {
    otp_id,
    otp: messages[0].code,
  });
  return person;
}

/** Proves the email of a person with the code that was sent to it. */
export async function proveEmail(
  request: APIRequestContext,
  origin: string,
  { email }: SignedUp,
): Promise<void> {
  const findCode = async (): Promise<string> => {
    const inbox = await request.get(`${origin}/dev/inbox.json?${new URLSearchParams({ to: email })}`);
    return (await inbox.json()).messages[0]?.code ?? '';
  };
  await expect.poll(findCode).toMatch(/^\d{6}$/);
  await post(request, origin, '/api/v1/user/email-verification/verify/', { code: await findCode() });
}

/** Sends a request as the page's own script does. Every status except 200 fails the test. */
export async function post(request: APIRequestContext, origin: string, path: string, data: object) {
  const answer = await request.post(`${origin}${path}`, { headers: { origin }, data });
  expect(answer.status(), `${path} ${await answer.text()}`).toBe(200);
  return answer.json();
}
