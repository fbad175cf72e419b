import { formatList } from '#lib/domain/core/format-list.ts';

interface Result {
  met: readonly string[];
  missing: readonly { label: string }[];
}

/** `You meet 5 of 6 requirements.` */
export const eligibilityCountText = ({ met, missing }: Result): string =>
  `You meet ${met.length} of ${met.length + missing.length} requirements.`;

/** `You meet 5 of 6 requirements. Missing: Education.` Rules that only the employer can judge are not counted. */
export function eligibilityText({ met, missing }: Result): string {
  const count = met.length + missing.length;
  if (count === 0) return 'The employer judges each of these.';
  if (missing.length)
    return `${eligibilityCountText({ met, missing })} Missing: ${formatList(missing.map(({ label }) => label))}.`;
  return count === 1
    ? 'You meet the requirement that we can check.'
    : `You meet the ${count} requirements that we can check.`;
}

/** Says what happens with an application that does not meet all rules. */
export const mayApplyAnyway = 'You can still apply. The employer sees this.';
