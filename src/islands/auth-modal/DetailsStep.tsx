import { useStore } from '@nanostores/react';
import { offersWording } from '#lib/domain/account/offers-consent.ts';
import { editPhone, submitDetails } from '#lib/stores/auth/auth-actions.ts';
import { authForm } from '#lib/stores/auth/auth-form.ts';
import { CheckField } from '../ui/CheckField.tsx';
import { TextField } from '../ui/Field.tsx';
import { LinkButton } from './LinkButton.tsx';
import { StepForm } from './StepForm.tsx';

const fields = [
  { name: 'firstName', label: 'First Name', autoComplete: 'given-name', autoCapitalize: 'words' },
  { name: 'lastName', label: 'Last Name (Optional)', autoComplete: 'family-name', autoCapitalize: 'words' },
  { name: 'email', label: 'Email', autoComplete: 'email', autoCapitalize: 'none', type: 'email' },
] as const;

/** The step for the name and email of a new person. [AUTH-06, AUTH-15, AUTH-18] */
export function DetailsStep() {
  const values = useStore(authForm.$values);
  const errors = useStore(authForm.$errors);
  const isSubmitting = useStore(authForm.$isSubmitting);
  const valueErrors = useStore(authForm.$valueErrors);
  const hasErrors = fields.some(({ name }) => valueErrors[name]);
  const edit = (
    <LinkButton isDisabled={isSubmitting} onPress={editPhone}>
      Edit
    </LinkButton>
  );
  return (
    <StepForm onSubmit={submitDetails} isDisabled={hasErrors} subtitleAction={edit}>
      <div className="auth-fields">
        {fields.map(({ name, ...attributes }) => (
          <TextField
            key={name}
            name={name}
            {...attributes}
            value={values[name]}
            error={errors[name]}
            onValue={(value) => authForm.change(name, value)}
            onBlur={() => authForm.blur(name)}
          />
        ))}
      </div>
      <CheckField
        name="acceptsOffers"
        label={offersWording}
        value={values.acceptsOffers}
        onValue={(value) => authForm.change('acceptsOffers', value)}
      />
    </StepForm>
  );
}
