import { randomInt } from 'node:crypto';
import { type APIRequestContext, expect } from 'playwright/test';

/** Signs a new person up by the API and proves the number with the code of the inbox; the cookies stay with `request`. */
export async function signUpVerified(request: APIRequestContext, origin: string): Promise<{ phone: string }> {
  const phone = `9${randomInt(100_000_000, 999_999_999)}`;
  const post = async (path: string, data: object) => {
    const answer = await request.post(`${origin}${path}`, { headers: { origin }, data });
    expect(answer.status(), `${path} ${await answer.text()}`).toBe(200);
    return answer.json();
  };
  await post('/api/v3/auth/register/', {
    first_name: 'Meera',
    last_name: 'Nair',
    email: `meera-${phone}@example.com`,
    country_iso_code: 'IN',
    phone,
  });
  const { otp_id } = await post('/api/v1/user/phone-verification/request-otp/', {});
  const inbox = await request.get(`${origin}/dev/inbox.json?to=%2B91${phone}`);
  const { messages } = await inbox.json();
  await post('/api/v1/user/phone-verification/verify-otp/', { otp_id, otp: messages[0].code });
  return { phone };
}
