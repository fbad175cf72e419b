import { addDays } from '#lib/domain/core/zoned-time.ts';

/** A hired candidate at work. The status and the fee follow from the days, so nothing has to change them in time. */

export const placementStatusLabels = {
  JOINED: 'Joined',
  RETAINED: 'Retained',
  LEFT: 'Left',
} as const;
export type PlacementStatus = keyof typeof placementStatusLabels;

export const leaveReasons = {
  RESIGNED: 'Resigned',
  DISMISSED: 'Dismissed by the employer',
  ABSENT: 'Stopped coming',
  ROLE_ENDED: 'The role ended',
  OTHER: 'Another reason',
} as const;
export type LeaveReason = keyof typeof leaveReasons;

/** A person who stays for this number of days is retained, and the fee is due. */
export const retentionDays = 90;

interface PlacementDays {
  joinedOn: string;
  leftOn: string | null;
  invoicedOn: string | null;
}

/** Returns the day from which a person counts as retained. */
const retainedOn = (joinedOn: string): string => addDays(joinedOn, retentionDays);

export function placementStatus({ joinedOn, leftOn }: PlacementDays, today: string): PlacementStatus {
  if (leftOn !== null) return 'LEFT';
  return today >= retainedOn(joinedOn) ? 'RETAINED' : 'JOINED';
}

/** Returns the day on which the fee gets due; null for a person who left before 90 days, because no fee gets due then. */
export const feeDueOn = ({ joinedOn, leftOn }: Pick<PlacementDays, 'joinedOn' | 'leftOn'>): string | null =>
  leftOn !== null && leftOn < retainedOn(joinedOn) ? null : retainedOn(joinedOn);

/** Returns whether the employer owes the fee and nobody has sent the invoice. Leaving later does not end it. */
export const isFeeDue = ({ joinedOn, leftOn, invoicedOn }: PlacementDays, today: string): boolean =>
  invoicedOn === null && (leftOn ?? today) >= retainedOn(joinedOn);

/** Checks the days of a placement. Returns a message for each field to correct. */
export function findPlacementErrors(
  { joinedOn, leftOn, invoicedOn }: PlacementDays,
  today: string,
): Partial<Record<keyof PlacementDays, string>> {
  return {
    ...(joinedOn > today && { joinedOn: 'This day is still to come.' }),
    ...(leftOn !== null && leftOn > today && { leftOn: 'This day is still to come.' }),
    ...(leftOn !== null && leftOn < joinedOn && { leftOn: 'This is before the day of joining.' }),
    ...(invoicedOn !== null && invoicedOn > today && { invoicedOn: 'This day is still to come.' }),
  };
}
