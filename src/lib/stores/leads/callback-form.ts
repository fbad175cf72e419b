import { api } from '#lib/client/api.ts';
import * as rules from '#lib/contract/core/fields.ts';
import { callbackMessage, consentRequired, dayRequired } from '#lib/contract/leads/callback-fields.ts';
import { isCalendarDay } from '#lib/domain/core/calendar.ts';
import { defaultCountry } from '#lib/domain/core/countries.ts';
import { parsePhoneInput } from '#lib/domain/core/phone-input.ts';
import { formatText, formatTrimmedText, stripNonDigits } from '#lib/domain/core/text.ts';
import { findWindowProblem } from '#lib/domain/leads/callback.ts';
import { parseCallbackWindow, windowFieldOf } from '#lib/domain/leads/callback-times.ts';
import { callbackReceipt } from '#lib/domain/leads/lead-receipt.ts';
import { createForm } from '#lib/stores/core/form.ts';
import { createLeadForm, type InitialLeadForm, type LeadForm } from './lead-form.ts';

export const callbackFields = {
  firstName: '',
  countryIsoCode: defaultCountry.isoCode,
  phone: '',
  callOn: '',
  callBetween: 'ANY',
  message: '',
  /** `yes` when the box is ticked. */
  consent: '',
  acceptsOffers: '',
};
export type CallbackField = keyof typeof callbackFields;
type Values = Readonly<Record<string, string>>;

/** Creates the form that asks a counsellor to call. The day and the time are in `timeZone`. [API-53] */
export function createCallbackForm(
  { topic, timeZone }: { topic: string; timeZone: string },
  initial: InitialLeadForm<CallbackField> = {},
): LeadForm<CallbackField> {
  const windowError = (field: CallbackField) => (_: string, values: Values) =>
    findWindowError(values, timeZone, field);
  const form = createForm<CallbackField>(
    { ...callbackFields, ...initial.values },
    {
      firstName: {
        format: formatText,
        formatOnBlur: formatTrimmedText,
        check: (name) => rules.fieldError(rules.firstName, name),
      },
      phone: {
        format: stripNonDigits,
        check: (phone, { countryIsoCode = '' }) => rules.fieldError(rules.phoneRule(countryIsoCode), phone),
      },
      callOn: { check: windowError('callOn') },
      callBetween: { check: windowError('callBetween') },
      message: {
        formatOnBlur: formatTrimmedText,
        format: (text) => text,
        check: (text) => rules.fieldError(callbackMessage, text),
      },
      consent: { check: (value) => (value === 'yes' ? null : consentRequired) },
    },
  );

  return createLeadForm({
    name: `callback:${topic}`,
    form,
    initial,
    fieldOf,
    call: async (guard) => {
      const { callOn, callBetween, consent, acceptsOffers, ...fields } = form.$values.get();
      const preferredWindow = parseCallbackWindow(callOn, callBetween);
      const response = await api('POST /api/v1/cap/request-sales-callback/', {
        body: {
          ...fields,
          topic,
          preferredWindow,
          timeZone,
          consent: consent === 'yes' || undefined,
          acceptsOffers: acceptsOffers === 'yes' || undefined,
          ...guard,
        },
      });
      return callbackReceipt({ ...response, timeZone });
    },
  });
}

/** Changes the number as it was typed, pasted or autofilled. A calling code in front of it selects the country. */
export function changeCallbackPhone({ form }: LeadForm<CallbackField>, text: string): void {
  const { countryIsoCode, phone } = parsePhoneInput(text, form.$values.get().countryIsoCode);
  form.change('countryIsoCode', countryIsoCode);
  form.change('phone', phone);
}

function fieldOf(wireField: string): CallbackField | undefined {
  if (wireField.startsWith('preferredWindow')) return windowFieldOf(wireField);
  return wireField in callbackFields ? (wireField as CallbackField) : undefined;
}

function findWindowError(values: Values, timeZone: string, field: CallbackField): string | null {
  const window = parseCallbackWindow(values.callOn ?? '', values.callBetween ?? '');
  if (window === 'ASAP') return null;
  if (!isCalendarDay(window.date)) return field === 'callOn' ? dayRequired : null;
  const problem = findWindowProblem(window, timeZone, new Date());
  return problem && windowFieldOf(`.${problem.field}`) === field ? problem.message : null;
}
