import * as z from 'zod';
import { text } from './field.ts';

/** Where and how learners pay, and what stands on a receipt: one file, `bank-transfer.yaml`. */
export const paymentSchema = z.strictObject({
  taxId: text(3, 40, 'The tax number of the company, as receipts show it.'),
  accountName: text(3, 80, 'The name of the bank account.'),
  accountNumber: z
    .string()
    .regex(/^\d{9,18}$/, 'must have 9 to 18 digits, in double quotes')
    .describe('The number of the bank account, in double quotes.'),
  ifsc: z
    .string()
    .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'must be an IFSC, such as DEMO0000001')
    .describe('The code of the branch.'),
  bank: text(3, 60, 'The bank and its city.'),
  notice: z
    .string()
    .trim()
    .min(10)
    .max(120)
    .nullable()
    .describe('A sentence below the details, for example that the account is a demo; null for none.'),
  taxName: text(2, 12, 'The name of the tax in the fee: GST.'),
  taxPercent: z.number().min(0).max(50).describe('The rate of that tax. Fees include it.'),
});

export type PaymentDetails = z.output<typeof paymentSchema>;
