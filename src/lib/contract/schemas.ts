import { user, userProfile, userResponse } from '#lib/contract/account/user.ts';
import { session } from '#lib/contract/auth/sessions.ts';
import { alumnus, alumnusWithTransition } from '#lib/contract/catalog/alumni.ts';
import { coach } from '#lib/contract/catalog/coaches.ts';
import { batch } from '#lib/contract/catalog/programs.ts';
import { review } from '#lib/contract/catalog/reviews.ts';
import { certificate } from '#lib/contract/certificates/certificates.ts';
import { certificateVisits, ownCertificate } from '#lib/contract/certificates/own-certificates.ts';
import { allowedAction } from '#lib/contract/core/allowed-action.ts';
import { avatar } from '#lib/contract/core/avatar.ts';
import {
  bankTransfer,
  enrolment,
  enrolmentEvent,
  enrolmentFee,
  enrolmentPayment,
} from '#lib/contract/enrolment/enrolments.ts';
import { mastery } from '#lib/contract/enrolment/mastery/mastery.ts';
import { scholarship, testAnswer } from '#lib/contract/enrolment/scholarship/scholarship-schemas.ts';
import { eventRegistration, liveEvent, liveEventCard } from '#lib/contract/events/live-events.ts';
import { candidateSnapshot } from '#lib/contract/hiring/application-content.ts';
import {
  interview,
  slot,
  slotDay,
  slots,
  training,
  trainingBatch,
} from '#lib/contract/hiring/appointments.ts';
import { employerLink, employerReview } from '#lib/contract/hiring/employer-links.ts';
import { historyEntry, jobApplication, nextStep } from '#lib/contract/hiring/job-applications.ts';
import { employer, job, jobCard, jobLocation, question, stage } from '#lib/contract/hiring/jobs.ts';
import { expertBooking, mockInterview } from '#lib/contract/hiring/mock-interviews/mock-interview-schemas.ts';
import { offer } from '#lib/contract/hiring/offer-schemas.ts';
import { registration, registrationValues } from '#lib/contract/hiring/registration.ts';
import { jobAlert } from '#lib/contract/hiring/saved-jobs.ts';
import { counsellingLink } from '#lib/contract/leads/leads.ts';
import { media } from '#lib/contract/media/media.ts';
import { resumeFile, sentFile } from '#lib/contract/media/sent-file.ts';
import {
  completeness,
  education,
  experience,
  link,
  portfolio,
  certificate as portfolioCertificate,
  project,
  publishedWork,
} from '#lib/contract/portfolio/portfolio-schemas.ts';
import {
  person,
  staffApplication,
  staffApplicationCard,
  staffEvent,
  staffNoteEntry,
  staffOffer,
} from '#lib/contract/staff/applications.ts';
import { jobName, staffBatch, staffSlot } from '#lib/contract/staff/appointments.ts';
import { auditEntry } from '#lib/contract/staff/audit.ts';
import { staffCandidate, staffCandidateCard } from '#lib/contract/staff/candidates.ts';
import {
  certificateInput,
  staffCertificate,
  staffCertificateCard,
} from '#lib/contract/staff/certificates/certificate-schemas.ts';
import { staffMastery } from '#lib/contract/staff/enrolment/mastery.ts';
import {
  questionStatistic,
  staffScholarship,
  staffScholarshipCard,
} from '#lib/contract/staff/enrolment/scholarships.ts';
import { staffEnrolment, staffEnrolmentCard } from '#lib/contract/staff/enrolments.ts';
import {
  eventInput,
  eventRegistrant,
  staffEventCard,
  staffLiveEvent,
} from '#lib/contract/staff/events/live-events.ts';
import { applicationList } from '#lib/contract/staff/hiring/application-lists.ts';
import { employerContact, staffEmployer, staffEmployerCard } from '#lib/contract/staff/hiring/employers.ts';
import { staffMockInterview } from '#lib/contract/staff/hiring/mock-interviews.ts';
import { notificationText } from '#lib/contract/staff/hiring/notification-texts.ts';
import { interviewer } from '#lib/contract/staff/interviewers.ts';
import { eligibilityRule, newJob } from '#lib/contract/staff/job-schemas.ts';
import { staffJob, staffJobCard } from '#lib/contract/staff/jobs.ts';
import {
  leadDuplicate,
  leadFilter,
  leadTimelineEntry,
  staffLead,
  staffLeadCard,
} from '#lib/contract/staff/lead-schemas.ts';
import { csvOutcome } from '#lib/contract/staff/list.ts';
import { messagePreview } from '#lib/contract/staff/message-preview.ts';
import { placement } from '#lib/contract/staff/placements.ts';
import { visitGroup } from '#lib/contract/staff/reports/visit-report.ts';
import { scorecard } from '#lib/contract/staff/scorecards.ts';
import { webhook, webhookDelivery } from '#lib/contract/staff/settings/webhooks.ts';

/** The schemas that the OpenAPI document names, by their names under `components.schemas`. */
export const namedSchemas = {
  User: user,
  UserProfile: userProfile,
  UserWithProfiles: userResponse,
  Session: session,
  Avatar: avatar,
  Media: media,
  Batch: batch,
  Alumnus: alumnus,
  AlumnusWithTransition: alumnusWithTransition,
  Coach: coach,
  Review: review,
  CounsellingLink: counsellingLink,
  Employer: employer,
  JobLocation: jobLocation,
  Stage: stage,
  Question: question,
  AllowedAction: allowedAction,
  JobCard: jobCard,
  Job: job,
  TrainingBatch: trainingBatch,
  Training: training,
  Interview: interview,
  Slot: slot,
  SlotDay: slotDay,
  Slots: slots,
  MockInterview: mockInterview,
  ExpertBooking: expertBooking,
  Offer: offer,
  RegistrationValues: registrationValues,
  Registration: registration,
  CandidateSnapshot: candidateSnapshot,
  SentFile: sentFile,
  ResumeFile: resumeFile,
  JobAlert: jobAlert,
  HistoryEntry: historyEntry,
  NextStep: nextStep,
  JobApplication: jobApplication,
  PortfolioLink: link,
  Project: project,
  PublishedWork: publishedWork,
  Experience: experience,
  Education: education,
  Certificate: certificate,
  PortfolioCertificate: portfolioCertificate,
  OwnCertificate: ownCertificate,
  CertificateVisits: certificateVisits,
  StaffCertificateValues: certificateInput,
  StaffCertificateCard: staffCertificateCard,
  StaffCertificate: staffCertificate,
  Completeness: completeness,
  Portfolio: portfolio,
  Person: person,
  StaffApplicationCard: staffApplicationCard,
  StaffHistoryEntry: staffEvent,
  StaffNote: staffNoteEntry,
  StaffOffer: staffOffer,
  StaffApplication: staffApplication,
  StaffEmployerCard: staffEmployerCard,
  StaffEmployer: staffEmployer,
  EmployerContact: employerContact,
  StaffJobCard: staffJobCard,
  StaffJob: staffJob,
  EligibilityRule: eligibilityRule,
  StaffJobValues: newJob,
  JobName: jobName,
  StaffBatch: staffBatch,
  StaffSlot: staffSlot,
  Interviewer: interviewer,
  Scorecard: scorecard,
  StaffMockInterview: staffMockInterview,
  Placement: placement,
  EmployerLink: employerLink,
  EmployerReview: employerReview,
  NotificationText: notificationText,
  StaffCandidateCard: staffCandidateCard,
  StaffCandidate: staffCandidate,
  EnrolmentFee: enrolmentFee,
  Scholarship: scholarship,
  Mastery: mastery,
  StaffScholarship: staffScholarship,
  StaffScholarshipCard: staffScholarshipCard,
  QuestionStatistic: questionStatistic,
  StaffMastery: staffMastery,
  TestAnswer: testAnswer,
  EnrolmentPayment: enrolmentPayment,
  BankTransfer: bankTransfer,
  EnrolmentEvent: enrolmentEvent,
  Enrolment: enrolment,
  EventRegistration: eventRegistration,
  LiveEventCard: liveEventCard,
  LiveEvent: liveEvent,
  StaffEventValues: eventInput,
  StaffEventCard: staffEventCard,
  StaffLiveEvent: staffLiveEvent,
  EventRegistrant: eventRegistrant,
  StaffEnrolmentCard: staffEnrolmentCard,
  StaffEnrolment: staffEnrolment,
  StaffLeadCard: staffLeadCard,
  StaffLead: staffLead,
  LeadTimelineEntry: leadTimelineEntry,
  LeadDuplicate: leadDuplicate,
  LeadFilter: leadFilter,
  ApplicationList: applicationList,
  AuditEntry: auditEntry,
  CsvOutcome: csvOutcome,
  VisitGroup: visitGroup,
  Webhook: webhook,
  WebhookDelivery: webhookDelivery,
  MessagePreview: messagePreview,
};
