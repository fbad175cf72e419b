import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/**
 * The state of a question that opens in place of its button. The focus moves to the question and back, and Escape closes it
 * unless the answer is being sent. The button works once the page is interactive.
 */
export function useQuestion() {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isReady, setReady] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLFieldSetElement>(null);
  const wasAsking = useRef(false);

  useEffect(() => setReady(true), []);
  useEffect(() => {
    if (isAsking) question.current?.focus();
    else if (wasAsking.current) opener.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);

  const close = () => setAsking(false);
  return {
    isAsking,
    isBusy,
    setBusy,
    close,
    openerProps: { ref: opener, disabled: !isReady, onClick: () => setAsking(true) },
    questionProps: {
      ref: question,
      className: 'account-question',
      tabIndex: -1,
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Escape' && !isBusy) close();
      },
    },
  };
}
