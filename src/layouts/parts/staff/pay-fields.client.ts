import { formatPayInput } from '#lib/domain/hiring/jobs/pay-input.ts';

/** Groups the digits of pay in rupees when its field is left: `3,50,000`. The server understands both. */
const fields = document.querySelectorAll<HTMLInputElement>(
  '[name="salaryMin"], [name="salaryMax"], [name="annualPay"]',
);

for (const field of fields)
  field.addEventListener('blur', () => {
    const currency = field.form?.elements.namedItem('salaryCurrency');
    const isRupees = !(currency instanceof HTMLInputElement) || currency.value.trim().toUpperCase() === 'INR';
    const digits = field.value.trim();
    if (isRupees && /^\d{4,9}$/.test(digits)) field.value = formatPayInput(Number(digits));
  });
