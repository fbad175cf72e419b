import type { ComponentPropsWithRef, ReactNode } from 'react';

type Label =
  | { children: ReactNode; icon?: ReactNode }
  /** An icon alone says nothing to a screen reader: without the label this does not compile. */
  | { icon: ReactNode; 'aria-label': string; children?: never };

export type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'children'> &
  Label & {
    look?: 'primary' | 'secondary' | 'quiet' | 'danger';
    scale?: 'roomy' | 'compact' | 'auth';
    size?: 'xs' | 'sm' | 'md' | 'lg';
    isLoading?: boolean;
  };

/** APP-06 */
export function Button({
  look = 'primary',
  scale = 'roomy',
  size = 'md',
  isLoading = false,
  icon,
  children,
  className,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  const classes = [
    'btn',
    `btn-${look}`,
    scale !== 'roomy' && `btn-${scale}`,
    size !== 'md' && `btn-${size}`,
    !children && 'btn-icon',
    className,
  ];
  return (
    <button
      {...rest}
      type={type}
      className={classes.filter(Boolean).join(' ')}
      disabled={disabled || isLoading}
      aria-busy={isLoading || undefined}
    >
      {isLoading ? <span className="btn-spinner" aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}
