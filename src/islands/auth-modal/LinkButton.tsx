interface LinkButtonProps {
  isDisabled?: boolean;
  onPress: () => void;
  children: string;
}

/** Looks like a link, acts like a button; stays focusable while it waits, so that the focus is not lost. */
export function LinkButton({ isDisabled = false, onPress, children }: LinkButtonProps) {
  return (
    <button
      type="button"
      className="link auth-link"
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && onPress()}
    >
      {children}
    </button>
  );
}
