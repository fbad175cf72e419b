import { formatPhoneNumber } from '#lib/server/account/phone.ts';
import { getCompany } from '#lib/server/catalog/content/index.ts';

let text: string | undefined;

/** Returns our number as people write it. It is on every page, and formatting it takes half a millisecond, so it is done once. */
export function companyPhoneText(): string {
  text ??= formatPhoneNumber(getCompany().phone);
  return text;
}
