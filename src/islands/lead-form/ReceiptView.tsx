import { createContext, use, useEffect, useRef } from 'react';
import type { Receipt } from '#lib/domain/leads/lead-receipt.ts';

/** Level of the receipt's heading: one below the heading that it stands under. */
export type ReceiptLevel = 2 | 3;
export const ReceiptLevelContext = createContext<ReceiptLevel>(3);

interface ReceiptViewProps {
  receipt: Receipt;
  /** Moves the focus to the heading, where the receipt replaces the form that the person was in. */
  hasFocus?: boolean;
}

/** Confirms a request: what happens next, the reference to quote, and the PDF if there is one. */
export function ReceiptView({ receipt, hasFocus = false }: ReceiptViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const Heading = `h${use(ReceiptLevelContext)}` as const;
  useEffect(() => {
    if (hasFocus) heading.current?.focus();
  }, [hasFocus]);
  return (
    <div className="receipt">
      <svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true" focusable="false">
        <circle cx="20" cy="20" r="20" />
        <path d="m12.5 20.5 5 5 10-11" />
      </svg>
      <Heading ref={heading} className="receipt-title" tabIndex={-1}>
        {receipt.title}
      </Heading>
      <p>{receipt.text}</p>
      {receipt.reference && (
        <p>
          {'Your reference: '}
          <strong className="whitespace-nowrap">{receipt.reference}</strong>
        </p>
      )}
      {receipt.link && (
        <p>
          <a className="btn btn-secondary" href={receipt.link.href}>
            {receipt.link.label}
          </a>
        </p>
      )}
    </div>
  );
}
