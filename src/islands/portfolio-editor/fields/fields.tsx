import { useStore } from '@nanostores/react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { normaliseLink } from '#lib/domain/portfolio/portfolio-link.ts';
import { conflictPath } from '#lib/stores/portfolio/sync/conflict-merge.ts';
import { TextField } from '../../ui/Field.tsx';
import { TextAreaField } from '../../ui/TextAreaField.tsx';
import { useEditor, useFieldError } from '../editor-context.ts';
import { focusField } from '../focus-field.ts';
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

/** What is said under a field: that it waits for a choice, and how many characters are left when few are. */
function useHint(path: string, text: string, most: number | undefined, hint: ReactNode): ReactNode {
  const isAsked = useStore(useEditor().$conflicts).some((conflict) => conflictPath(conflict) === path);
  if (!isAsked) return most !== undefined && text.length >= most * 0.8 ? length() : hint;
  return (
    <>
      <span className="pe-asked">
        Changed in two places.{' '}
        <button type="button" className="link" onClick={() => focusField('conflicts')}>
          Choose
        </button>
      </span>{' '}
      {length()}
    </>
  );

  function length(): ReactNode {
    return <LengthHint text={text} most={most} hint={hint} />;
  }
}

/**
 * One line that is part of the portfolio while it is typed. What is too long is said, not cut off: the end of what was
 * pasted would be gone without a word.
 */
export function LineField({ path, description, maxLength, ...rest }: BoundProps & InputProps) {
  const { error, onBlur } = useFieldError(path, rest.value);
  const hint = useHint(path, rest.value, maxLength, description);
  return <TextField {...rest} name={path} error={error} onBlur={onBlur} description={hint} />;
}

interface StoryFieldProps extends BoundProps {
  rows?: number;
  placeholder?: string;
}

/** Several lines; says how many characters are left when few are. */
export function StoryField({ path, description, maxLength, ...rest }: StoryFieldProps) {
  const { error, onBlur } = useFieldError(path, rest.value);
  const hint = useHint(path, rest.value, maxLength, description);
  return <TextAreaField {...rest} name={path} error={error} onBlur={onBlur} description={hint} />;
}

/** An address takes effect when the field is left: half of one is another page. */
export function AddressField({ path, value, onValue, description, ...rest }: BoundProps & InputProps) {
  const editor = useEditor();
  const typed = useStore(editor.$uncommittedTexts)[path];
  const hint = useHint(path, value, undefined, description);
  const { error, onBlur } = useFieldError(path, value);
  const take = (text: string) => {
    editor.setUncommittedText(path, null);
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
      description={hint}
      onValue={(text) => editor.setUncommittedText(path, text)}
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
