import type { TestApi } from '../api.ts';
import { newPhone } from '../auth/people.ts';
import type { Visitor } from '../visitor.ts';

/** Requests a call for a visitor. Returns its number and the response. */
export async function requestCall(test: TestApi, more: { phone?: string } & Record<string, unknown> = {}) {
  const phone = more.phone ?? newPhone();
  const { body } = await test.visitor().call('POST /api/v1/cap/request-sales-callback/', {
    ...{ first_name: 'Meera', last_name: 'Nair', country_iso_code: 'IN', phone },
    ...{ preferred_window: 'ASAP', consent: true, elapsed_ms: 20_000 },
    ...more,
  });
  return { phone, e164: `+91${phone}`, call: body };
}

/** Requests a brochure for a visitor. */
export const requestBrochure = (
  test: TestApi,
  email: string,
  program = 'embark-pro',
  visitor = test.visitor(),
) => visitor.call(`POST /api/v1/programs/${program}/send-brochure/`, { email, elapsed_ms: 20_000 });

/** Requests a call and returns the lead that it made, as staff see it. */
export async function requestLead(
  test: TestApi,
  staff: Visitor,
  more: Parameters<typeof requestCall>[1] = {},
) {
  const { e164 } = await requestCall(test, more);
  const { id } = await requireLeadOf(test, e164);
  return (await staff.call(`GET /api/v1/staff/leads/${id}/`)).body;
}

export const requireLeadOf = (test: TestApi, phoneE164: string) =>
  test.db.selectFrom('lead').selectAll().where('phoneE164', '=', phoneE164).executeTakeFirstOrThrow();
