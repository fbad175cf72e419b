import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';

interface OwnerChoiceProps {
  isHidden: boolean;
  owners: readonly (readonly [id: string, name: string])[];
}

/**
 * Makes somebody responsible for the selected applications, or opens the page that writes to their candidates. Both post the
 * form, with and without a script.
 */
export function OwnerChoice({ isHidden, owners }: OwnerChoiceProps) {
  return (
    <div className="bulk-fields" hidden={isHidden}>
      <Field label="Owner">
        {(control) => (
          <select {...control} name="ownerId" className="field-input field-select">
            {owners.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button type="submit" scale="compact" look="secondary" name="form" value="assign">
        Change owner
      </Button>
      <Button
        type="submit"
        scale="compact"
        look="secondary"
        formAction="/staff/applications/message/"
        name="step"
        value="choose"
      >
        Write a message
      </Button>
    </div>
  );
}
