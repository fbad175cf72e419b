import { useStore } from '@nanostores/react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { normaliseLink } from '../../lib/domain/portfolio-link.ts';
import { TextField } from '../ui/Field.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import { useEditor, useProblem } from './editor-context.ts';
import { LengthHint } from './LengthHint.tsx';

interface BoundProps {
  /** Where its problems stand: `headline`, `projects/{id}/title`. */
  path: string;
  label: ReactNode;
  value: string;
  onValue: (value: string) => void;
  description?: ReactNode;
  maxLength?: number;
}

type InputProps = Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'children'>;

/** One line that is part of the portfolio while it is typed. */
export function LineField({ path, ...rest }: BoundProps & InputProps) {
  const { error, onBlur } = useProblem(path, rest.value);
  return <TextField {...rest} name={path} error={error} onBlur={onBlur} />;
}

interface StoryFieldProps extends BoundProps {
  rows?: number;
  placeholder?: string;
}

/** Several lines; says how many characters are left when few are. */
export function StoryField({ path, description, maxLength, ...rest }: StoryFieldProps) {
  const { error, onBlur } = useProblem(path, rest.value);
  return (
    <TextAreaField
      {...rest}
      name={path}
      error={error}
      onBlur={onBlur}
      description={<LengthHint text={rest.value} most={maxLength} hint={description} />}
    />
  );
}

/** An address takes effect when the field is left: half of one is another page. */
export function AddressField({ path, value, onValue, ...rest }: BoundProps & InputProps) {
  const editor = useEditor();
  const typed = useStore(editor.$typed)[path];
  const { error, onBlur } = useProblem(path, value);
  const take = (text: string) => {
    editor.type(path, null);
    if (text !== value) onValue(text);
  };
  return (
    <TextField
      {...rest}
      name={path}
      type="url"
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      value={typed ?? value}
      error={typed === undefined ? error : undefined}
      onValue={(text) => editor.type(path, text)}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text').trim();
        // A whole address into an empty field needs no leaving.
        if ((typed ?? value) !== '' || normaliseLink(text) === null) return;
        event.preventDefault();
        take(text);
      }}
      onBlur={() => {
        onBlur();
        if (typed !== undefined) take(typed.trim());
      }}
      onKeyDown={({ key }) => key === 'Enter' && typed !== undefined && take(typed.trim())}
    />
  );
}

export const optional = <span className="field-optional">(optional)</span>;
