import type { ReactNode } from 'react';

interface LengthHintProps {
  text: string;
  most: number | undefined;
  hint: ReactNode;
}

/** Silent until four fifths are used. */
export function LengthHint({ text, most, hint }: LengthHintProps) {
  if (most === undefined || text.length < most * 0.8) return hint ?? null;
  const left = most - text.trim().length;
  return (
    <>
      {hint}{' '}
      <span className={left < 0 ? 'pe-over' : undefined}>
        {left < 0 ? `${-left} characters too many` : `${left} characters left`}
      </span>
    </>
  );
}
