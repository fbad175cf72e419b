import * as z from 'zod';
import { portrait, text, videoUrl } from './field.ts';

const phone = (description: string) =>
  z
    .string()
    .regex(/^\+\d{8,15}$/, 'must be a number with its calling code and no spaces, such as +918045678900')
    .describe(description);

const email = (description: string) => z.email('must be an email address').describe(description);

/** The company behind the site: the one file `src/content/company/company.yaml`. */
export const companySchema = z.strictObject({
  isDemo: z
    .boolean()
    .describe(
      'true while the facts of this file are invented. The server then logs a warning when it starts.',
    ),
  legalName: text(4, 80, 'The name in the register of companies.'),
  registrationNumber: text(6, 30, 'The corporate identity number (CIN).'),
  registeredAddress: text(20, 200, 'The registered office, on one line with its PIN code.'),
  email: email('Where learners and candidates write to.'),
  privacyEmail: email('Where people write to about their data.'),
  phone: phone('Answered during the hours below.'),
  hours: text(10, 80, 'When the phone is answered, with the time zone.'),
  whatsapp: phone('Has WhatsApp.')
    .nullable()
    .default(null)
    .describe('The number that the WhatsApp link opens; leave it out when there is none.'),
  grievanceOfficer: z
    .strictObject({
      name: text(4, 60, 'First and last name.'),
      email: email('Where complaints go.'),
      phone: phone('Where complaints are taken by phone.'),
    })
    .describe('Named as the Consumer Protection (E-Commerce) Rules, 2020 require.'),
  placementEmployer: text(2, 40, 'The employer that the sign-in panel names. [AUTH-20]'),
  certificateSignatories: z
    .array(
      z.strictObject({
        name: text(4, 40, 'First and last name.'),
        role: text(2, 40, 'What stands below the name on a certificate.'),
      }),
    )
    .min(1)
    .max(3)
    .describe('Who signs the certificates that are issued from now on.'),
  team: z
    .array(
      z.strictObject({
        name: text(4, 40, 'First and last name.'),
        role: text(4, 60, 'What they do here.'),
        portrait,
        videoUrl,
        about: text(40, 300, 'One or two plain sentences about them.'),
      }),
    )
    .min(1)
    .describe('The people whom /about/ shows, in this order.'),
});
export type CompanyContent = z.output<typeof companySchema>;
