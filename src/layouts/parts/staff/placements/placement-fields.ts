import type { Placement } from '#lib/contract/staff/placements.ts';
import { leaveReasons } from '#lib/domain/hiring/offers/placement.ts';
import type { FormField } from '../form-field.ts';

/** Returns the fields of a placement, with the typed text or the stored values. */
export function placementFields(placement: Placement, typed: Record<string, string>): FormField[] {
  return [
    {
      name: 'joinedOn',
      label: 'Joined on',
      kind: 'date',
      required: true,
      value: typed.joinedOn ?? placement.joinedOn,
    },
    {
      name: 'leftOn',
      label: 'Left on',
      kind: 'date',
      optional: true,
      value: typed.leftOn ?? placement.leftOn ?? '',
    },
    {
      name: 'leaveReason',
      label: 'Reason for leaving',
      kind: 'select',
      emptyLabel: 'None',
      options: Object.entries(leaveReasons),
      value: typed.leaveReason ?? placement.leaveReason ?? '',
    },
    {
      name: 'feeAmount',
      label: `Fee in ${placement.currency ?? 'INR'}`,
      optional: true,
      maxlength: 14,
      value: typed.feeAmount ?? placement.feeAmount?.toString() ?? '',
      hint: 'The whole amount of the invoice, for example 45000.',
    },
    {
      name: 'invoicedOn',
      label: 'Invoice sent on',
      kind: 'date',
      optional: true,
      value: typed.invoicedOn ?? placement.invoicedOn ?? '',
    },
    {
      name: 'invoiceReference',
      label: 'Invoice number',
      optional: true,
      maxlength: 60,
      value: typed.invoiceReference ?? placement.invoiceReference ?? '',
    },
    {
      name: 'note',
      label: 'Note, for staff only',
      kind: 'textarea',
      optional: true,
      isWide: true,
      rows: 2,
      maxlength: 1000,
      value: typed.note ?? placement.note ?? '',
    },
  ];
}
