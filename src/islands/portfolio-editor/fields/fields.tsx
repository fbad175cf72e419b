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
  /** The path of its errors: `headline`, `projects/{id}/title`. */
  path: string;
  label: ReactNode;
  value: string;
  onValue: (value: string) => void;
  description?: ReactNode;
  maxLength?: number;
}

type InputProps = Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'children'>;

/** Returns the hint under a field: that a conflict is open, and the remaining characters when few are left. */
function useHint(path: string, text: string, max: number | undefined, hint: ReactNode): ReactNode {
  const hasConflict = useStore(useEditor().$conflicts).some((conflict) => conflictPath(conflict) === path);
  if (!hasConflict) return max !== undefined && text.length >= max * 0.8 ? length() : hint;
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
    return <LengthHint text={text} maxLength={max} hint={hint} />;
  }
}

/** A one-line field of the draft. A text that is too long shows an error, because cutting a pasted text would lose its end. */
export function LineField({ path, description, maxLength, ...rest }: BoundProps & InputProps) {
  const { error, onBlur } = useFieldError(path, rest.value);
  const hint = useHint(path, rest.value, maxLength, description);
  return <TextField {...rest} name={path} error={error} onBlur={onBlur} description={hint} />;
}

interface StoryFieldProps extends BoundProps {
  rows?: number;
  placeholder?: string;
}

/** A multi-line field of the draft. */
export function StoryField({ path, description, maxLength, ...rest }: StoryFieldProps) {
  const { error, onBlur } = useFieldError(path, rest.value);
  const hint = useHint(path, rest.value, maxLength, description);
  return <TextAreaField {...rest} name={path} error={error} onBlur={onBlur} description={hint} />;
}

/** An address field. It changes the draft on blur, because half an address would be another page. */
export function AddressField({ path, value, onValue, description, ...rest }: BoundProps & InputProps) {
  const editor = useEditor();
  const typed = useStore(editor.$uncommittedTexts)[path];
  const hint = useHint(path, value, undefined, description);
  const { error, onBlur } = useFieldError(path, value);
  const commit = (text: string) => {
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
        // A complete address pasted into an empty field changes the draft at once.
        if ((typed ?? value) !== '' || normaliseLink(text) === null) return;
        event.preventDefault();
        commit(text);
      }}
      onBlur={() => {
        onBlur();
        if (typed !== undefined) commit(typed.trim());
      }}
      onKeyDown={({ key }) => key === 'Enter' && typed !== undefined && commit(typed.trim())}
    />
  );
}

export const optional = <span className="field-optional">(optional)</span>;
