import type { ComponentPropsWithRef, ReactNode } from 'react';

type Label =
  | { children: ReactNode; icon?: ReactNode }
  /** A screen reader cannot read an icon, so a button without text needs a label to compile. */
  | { icon: ReactNode; 'aria-label': string; children?: never };

export type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'children'> &
  Label & {
    look?: 'primary' | 'secondary' | 'quiet' | 'danger';
    scale?: 'roomy' | 'compact' | 'auth';
    size?: 'xs' | 'sm' | 'md' | 'lg';
    isLoading?: boolean;
  };

/** The button of all islands; while loading it is disabled and shows a spinner. [APP-06] */
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
