import { describe, expect, test } from 'vitest';
import { authForm, setPhoneInput } from '#lib/stores/auth/auth-form.ts';
import { createForm } from '#lib/stores/core/form.ts';

function nameForm() {
  return createForm(
    { name: '', city: 'Pune' },
    {
      name: {
        format: (text) => text.replaceAll('#', ''),
        formatOnBlur: (text) => text.trim(),
        check: (name) => (name ? null : 'Name, please'),
      },
      city: { check: (city) => (city ? null : 'City, please') },
    },
  );
}

test('[FORM-01] holds values, one error per field and one for the form', () => {
  const form = nameForm();
  form.setErrors({ name: 'Taken' }, 'Try later');
  expect(form.$values.get()).toEqual({ name: '', city: 'Pune' });
  expect(form.$errors.get()).toEqual({ name: 'Taken' });
  expect(form.$formError.get()).toBe('Try later');
});

test('[FORM-02] changing a field clears its error and the form’s, and no other', () => {
  const form = nameForm();
  form.setErrors({ name: 'Taken', city: 'Unknown' }, 'Try later');
  form.change('name', 'Asha');
  expect(form.$errors.get()).toEqual({ city: 'Unknown' });
  expect(form.$formError.get()).toBeNull();
});

test('[FORM-03] validating sets the errors of all invalid fields at once; valid means that no field has one', () => {
  const form = nameForm();
  expect(form.$isValid.get()).toBe(true);
  form.change('city', '');
  expect(form.validate()).toBe(false);
  expect(form.$errors.get()).toEqual({ name: 'Name, please', city: 'City, please' });
  expect(form.$isValid.get()).toBe(false);
  form.change('name', 'Asha');
  form.change('city', 'Pune');
  expect(form.validate()).toBe(true);
});

test('[FORM-04] the form is pristine while all values equal the initial ones, also after an undo', () => {
  const form = nameForm();
  expect(form.$isPristine.get()).toBe(true);
  form.change('name', 'Asha');
  expect(form.$isPristine.get()).toBe(false);
  form.change('name', '');
  expect(form.$isPristine.get()).toBe(true);
  form.reset({ name: 'Ravi' });
  expect(form.$isPristine.get()).toBe(true);
});

describe('[FORM-05] formatters', () => {
  test('run on change and on blur', () => {
    const form = nameForm();
    form.change('name', ' As#ha ');
    expect(form.$values.get().name).toBe(' Asha ');
    form.blur('name');
    expect(form.$values.get().name).toBe('Asha');
  });

  test('phone and OTP contain digits only; names and email are trimmed', () => {
    authForm.reset();
    authForm.change('phone', '98-765 a');
    authForm.change('otp', '1 2-3x');
    authForm.change('firstName', '  Asha \t  Rani\u0007 ');
    authForm.blur('firstName');
    authForm.change('email', ' asha@example.com ');
    authForm.blur('email');
    expect(authForm.$values.get()).toMatchObject({
      phone: '98765',
      otp: '123',
      firstName: 'Asha Rani',
      email: 'asha@example.com',
    });
  });
});

describe('the sign-in form', () => {
  const errorOf = (
    name: 'phone' | 'firstName' | 'lastName' | 'email' | 'otp',
    value: string,
    country = 'IN',
  ) => {
    authForm.reset({ [name]: value, countryIsoCode: country });
    authForm.validate([name]);
    return authForm.$errors.get()[name];
  };

  test('[FORM-06] phone', () => {
    expect(errorOf('phone', '')).toBe('This field is required');
    expect(errorOf('phone', '987654321')).toBe('Please enter a valid phone number');
    expect(errorOf('phone', '98765432101')).toBe('Please enter a valid phone number');
    expect(errorOf('phone', '9876543210')).toBeUndefined();
    expect(errorOf('phone', '81234567', 'SG')).toBeUndefined();
  });

  test('[FORM-07] names', () => {
    expect(errorOf('firstName', '')).toBe('Please enter your first name');
    expect(errorOf('firstName', 'a'.repeat(31))).toBeTruthy();
    expect(errorOf('firstName', 'a'.repeat(30))).toBeUndefined();
    expect(errorOf('lastName', '')).toBeUndefined();
    expect(errorOf('lastName', 'a'.repeat(31))).toBeTruthy();
  });

  test('[FORM-08] email', () => {
    expect(errorOf('email', '')).toBe('Please enter your email address');
    expect(errorOf('email', 'asha@')).toBe('Please enter a valid email address');
    expect(errorOf('email', `${'a'.repeat(250)}@example.com`)).toBeTruthy();
    expect(errorOf('email', 'asha@example.com')).toBeUndefined();
  });

  test('[FORM-09] OTP', () => {
    for (const wrong of ['', '12345', '1234567'])
      expect(errorOf('otp', wrong)).toBe('Please enter a valid OTP');
    expect(errorOf('otp', '012345')).toBeUndefined();
  });

  test('[FORM-02] choosing another country clears the number’s error', () => {
    errorOf('phone', '81234567');
    setPhoneInput({ countryIsoCode: 'SG', phone: '81234567' });
    expect(authForm.$errors.get()).toEqual({});
  });
});

test('[FORM-13] the server’s field errors are shown at their fields, and the first gets the focus', () => {
  const form = nameForm();
  const before = form.$failures.get();
  form.setErrors({ city: 'We are not there yet' });
  expect(form.$errors.get()).toEqual({ city: 'We are not there yet' });
  expect(form.$failures.get()).toBe(before + 1);
});

test('a running submit blocks the next, and a reset ends that', async () => {
  const form = nameForm();
  const first = Promise.withResolvers<void>();
  let runs = 0;
  const task = () => {
    runs += 1;
    return first.promise;
  };
  const running = form.submit(task);
  await form.submit(task);
  expect([runs, form.$isSubmitting.get()]).toEqual([1, true]);
  form.reset();
  expect(form.$isSubmitting.get()).toBe(false);
  first.resolve();
  await running;
});
