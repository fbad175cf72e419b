import { Field } from '../ui/Field.tsx';

interface OwnerChoiceProps {
  owners: readonly (readonly [id: string, name: string])[];
}

/** Chooses who becomes responsible for the selected applications. */
export const OwnerChoice = ({ owners }: OwnerChoiceProps) => (
  <Field label="New owner">
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
);
