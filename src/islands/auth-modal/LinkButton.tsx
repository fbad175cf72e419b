interface LinkButtonProps {
  isDisabled?: boolean;
  onPress: () => void;
  children: string;
}

/** A button that looks like a link. It stays focusable while disabled, so that the focus is not lost. */
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
