import type { AccountsTables } from './schema/accounts.ts';
import type { AnalyticsTables } from './schema/analytics/analytics.ts';
import type { SpendTables } from './schema/analytics/spend.ts';
import type { AppointmentsTables } from './schema/appointments.ts';
import type { CertificatesTables } from './schema/certificates/certificates.ts';
import type { ConsentsTables } from './schema/consents.ts';
import type { EmployerLinksTables } from './schema/employer-links.ts';
import type { EnrolmentsTables } from './schema/enrolments.ts';
import type { EventsTables } from './schema/events.ts';
import type { JobsTables } from './schema/jobs.ts';
import type { LeadRecordsTables } from './schema/lead-records.ts';
import type { LeadsTables } from './schema/leads.ts';
import type { MasteryTables } from './schema/mastery.ts';
import type { MediaTables } from './schema/media.ts';
import type { MessagesTables } from './schema/messages.ts';
import type { MockInterviewsTables } from './schema/mock-interviews.ts';
import type { OffersTables } from './schema/offers.ts';
import type { PortfoliosTables } from './schema/portfolios.ts';
import type { PrivacyTables } from './schema/privacy/privacy.ts';
import type { RegistrationsTables } from './schema/registrations.ts';
import type { RemindersTables } from './schema/reminders.ts';
import type { ScholarshipsTables } from './schema/scholarships.ts';
import type { StaffTables } from './schema/staff.ts';

/** Every table by its camelCase name; names are snake_case in the database. */
export interface Schema
  extends AccountsTables,
    MessagesTables,
    JobsTables,
    LeadsTables,
    LeadRecordsTables,
    PortfoliosTables,
    CertificatesTables,
    MediaTables,
    AnalyticsTables,
    SpendTables,
    RegistrationsTables,
    AppointmentsTables,
    MockInterviewsTables,
    OffersTables,
    EmployerLinksTables,
    StaffTables,
    EnrolmentsTables,
    EventsTables,
    ScholarshipsTables,
    MasteryTables,
    RemindersTables,
    ConsentsTables,
    PrivacyTables {}
