import type { ReactNode } from 'react';

interface LengthHintProps {
  text: string;
  maxLength: number | undefined;
  hint: ReactNode;
}

/** Shows the remaining characters once 80% are used. */
export function LengthHint({ text, maxLength, hint }: LengthHintProps) {
  if (maxLength === undefined || text.length < maxLength * 0.8) return hint ?? null;
  const left = maxLength - text.trim().length;
  return (
    <>
      {hint}{' '}
      <span className={left < 0 ? 'pe-over' : undefined}>
        {left < 0 ? `${-left} characters too many` : `${left} characters left`}
      </span>
    </>
  );
}
