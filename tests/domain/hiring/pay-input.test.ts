import { expect, test } from 'vitest';
import { formatYearlyPay, parsePay } from '#lib/domain/hiring/jobs/pay-input.ts';

test.each([
  '3.5 lakh',
  '3,5 lakh',
  '3,50 lakh',
  '3.5 lakhs',
  '3.5L',
  '3.50 lac',
  '3.5 LPA',
  '₹3.5 lakh',
  'Rs. 3,50,000',
  'Rs 3,50,000/- p.a.',
  '3,50,000',
  '350,000',
  '350000',
  '350000 per year',
  '350k',
  '0.035 crore',
  '350000 rs',
  '3,50,000 INR',
  '3.5 lakh/year',
  '3.5 lakh rupees a year',
])('[API-44] %s is 3,50,000 rupees', (text) => {
  expect(parsePay(text)).toBe(350_000);
});

test.each([
  '3-4 lakh',
  '3 to 4 lakh',
  'as per norms',
  '-350000',
  '3.5',
  '3..5 lakh',
  '3 5 lakh',
  '35,00',
  '3,5',
  '3.5 lakh 4',
  '1e6',
  '$5000',
])('[API-44] %s is not one amount of rupees, so it is rejected', (text) => {
  expect(parsePay(text)).toBe(-1);
});

test('[API-44] an empty field has no pay', () => {
  expect(parsePay('  ')).toBeNull();
});

test('[API-44] decimals of a lakh are exact', () => {
  expect(['0.29 lakh', '2.01 lakh', '12.345 lakh'].map(parsePay)).toEqual([29_000, 201_000, 1_234_500]);
});

test('[API-44] pay is shown back as it was understood', () => {
  expect([350_000, 420_500, 18_000, 12_500_000].map(formatYearlyPay)).toEqual([
    '₹3,50,000 a year (3.5 lakh)',
    '₹4,20,500 a year',
    '₹18,000 a year',
    '₹1,25,00,000 a year (1.25 crore)',
  ]);
});
