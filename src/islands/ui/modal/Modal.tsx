import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../Button.tsx';
import { followKeyboard, lockScroll, returnFocus } from './modal-page.ts';
import { useSheetDrag } from './use-sheet-drag.ts';

/** 392, 600 and 808 px. [APP-07] */
export type ModalWidth = 'sm' | 'md' | 'lg';

/** [APP-07] */
const exitMilliseconds = 250;

export interface ModalProps {
  isOpen: boolean;
  onClose: () => void;
  /** The id of the heading that names the dialog. */
  labelledBy: string;
  /** A selector for the focus after closing, when the control that opened the modal is gone; the main content otherwise. */
  focusAfter?: string;
  width?: ModalWidth;
  className?: string;
  children: ReactNode;
}

/**
 * A native modal dialog: the browser traps the focus, makes the page inert and restores the focus afterwards. It stays
 * mounted until its exit animation has ended.
 */
export function Modal({ isOpen, ...rest }: ModalProps) {
  const [isShown, setShown] = useState(isOpen);
  if (isOpen && !isShown) setShown(true);
  return isShown ? <Dialog isOpen={isOpen} onGone={() => setShown(false)} {...rest} /> : null;
}

function Dialog({
  isOpen,
  onClose,
  onGone,
  labelledBy,
  focusAfter,
  width = 'md',
  className = '',
  children,
}: ModalProps & { onGone: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  useSheetDrag(dialog, onClose);

  // This runs before the effects of the content, which focus a field.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (!element.open) element.showModal();
    const unlock = lockScroll();
    const unfollow = followKeyboard(element);
    return () => {
      unfollow();
      unlock();
      element.close();
      returnFocus(focusAfter);
    };
  }, [focusAfter]);

  useEffect(() => {
    if (isOpen) return;
    const element = dialog.current;
    const leaving = element?.getAnimations().map((animation) => animation.finished) ?? [];
    let gone = false;
    // An interrupted animation rejects and one in a hidden tab never ends; the dialog closes all the same.
    const tooLong = new Promise((resolve) => setTimeout(resolve, 2 * exitMilliseconds));
    void Promise.race([Promise.allSettled(leaving), tooLong]).then(() => {
      if (!gone) onGone();
    });
    return () => {
      gone = true;
    };
  }, [isOpen, onGone]);

  const isBackdrop = (event: MouseEvent) => event.target === dialog.current;

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is one on the backdrop; the keyboard has Escape.
    <dialog
      ref={dialog}
      className={`modal modal-${width} ${className}`}
      aria-labelledby={labelledBy}
      data-leaving={isOpen ? undefined : ''}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      onPointerDown={(event) => {
        pressedOutside.current = isBackdrop(event);
      }}
      onClick={(event) => {
        if (pressedOutside.current && isBackdrop(event)) onClose();
      }}
    >
      <div className="modal-bar">
        <span className="modal-grip" aria-hidden="true" />
        <Button look="quiet" size="sm" aria-label="Close" onClick={onClose} icon={<Cross />} />
      </div>
      {children}
    </dialog>
  );
}

function Cross() {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" width="20" height="20" stroke="currentColor">
      <path d="m5 5 10 10M15 5 5 15" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  );
}
