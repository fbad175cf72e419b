import type { Migration } from 'kysely/migration';
import * as leadPeople from './042-leads.ts';
import * as notifications from './048-notifications.ts';
import * as reminders from './049-reminders.ts';
import * as interviewers from './050-interviewers.ts';
import * as undoInvites from './050-undo-invites.ts';
import * as scorecards from './051-scorecards.ts';
import * as offers from './052-offers.ts';
import * as leadConversion from './055-lead-conversion.ts';
import * as leadWebhook from './056-lead-webhook.ts';
import * as placements from './057-placements.ts';
import * as employerLinks from './058-employer-links.ts';
import * as savedJobs from './061-saved-jobs.ts';
import * as residence from './062-residence.ts';
import * as leadTimes from './066-lead-times.ts';
import * as linkExpiry from './067-link-expiry.ts';
import * as portfolioCover from './076-portfolio-cover.ts';
import * as deliveryReports from './077-delivery-reports.ts';
import * as manyLeads from './124-many-leads.ts';
import * as roleUndo from './131-role-undo.ts';
import * as analytics from './analytics/107-analytics.ts';
import * as analyticsDay from './analytics/111-analytics-day.ts';
import * as reportDays from './analytics/116-report-days.ts';
import * as reportChanges from './analytics/117-report-changes.ts';
import * as spend from './analytics/118-spend.ts';
import * as applicationProgress from './analytics/129-application-progress.ts';
import * as cohortMembers from './analytics/135-cohort-members.ts';
import * as certificates from './certificates/098-certificates.ts';
import * as certificateStatusIndex from './certificates/100-certificate-status-index.ts';
import * as certificateVisits from './certificates/102-certificate-visits.ts';
import * as pageCache from './certificates/103-page-cache.ts';
import * as eventCertificates from './certificates/109-event-certificates.ts';
import * as newStatusPositions from './certificates/120-new-status-positions.ts';
import * as scholarships from './enrolment/084-scholarships.ts';
import * as mastery from './enrolment/085-mastery.ts';
import * as masteryAttendance from './enrolment/105-mastery-attendance.ts';
import * as events from './events/080-events.ts';
import * as eventFiles from './events/094-event-files.ts';
import * as eventAnnouncements from './events/108-event-announcements.ts';
import * as accounts from './first-release/001-accounts.ts';
import * as messages from './first-release/002-messages.ts';
import * as jobs from './first-release/003-jobs.ts';
import * as sessions from './first-release/004-sessions.ts';
import * as leads from './first-release/010-leads.ts';
import * as mailboxes from './first-release/011-mailboxes.ts';
import * as portfolios from './first-release/020-portfolios.ts';
import * as media from './first-release/021-media.ts';
import * as moonshot from './first-release/030-moonshot.ts';
import * as staff from './first-release/031-staff.ts';
import * as submittedResume from './first-release/032-submitted-resume.ts';
import * as timeBounds from './first-release/033-time-bounds.ts';
import * as otpExpiry from './first-release/034-otp-expiry.ts';
import * as messageBudgets from './first-release/035-message-budgets.ts';
import * as shareAddresses from './first-release/036-share-addresses.ts';
import * as emailVerification from './first-release/037-email-verification.ts';
import * as enrolments from './first-release/038-enrolments.ts';
import * as consents from './first-release/039-consents.ts';
import * as placeOpenings from './hiring/071-place-openings.ts';
import * as applicationCity from './hiring/072-application-city.ts';
import * as employers from './hiring/073-employers.ts';
import * as mockInterviews from './hiring/087-mock-interviews.ts';
import * as interviewPasses from './hiring/096-interview-passes.ts';
import * as employerMerge from './hiring/098-employer-merge.ts';
import * as cachedPages from './hiring/112-cached-pages.ts';
import * as trainingInstructions from './hiring/114-training-instructions.ts';
import * as trainingCalendar from './hiring/119-training-calendar.ts';
import * as interviewModes from './hiring/128-interview-modes.ts';
import * as replacedMessages from './hiring/130-replaced-messages.ts';
import * as readOfferAnswers from './hiring/132-read-offer-answers.ts';
import * as replacedAttempts from './hiring/133-replaced-attempts.ts';
import * as hiredPerPlace from './hiring/134-hired-per-place.ts';
import * as privacy from './privacy/110-privacy.ts';
import * as moonshotConsent from './privacy/115-moonshot-consent.ts';
import * as leadAlerts from './privacy/122-lead-alerts.ts';
import * as exportAttempts from './privacy/123-export-attempts.ts';
import * as conversionsOfDeleted from './privacy/125-conversions-of-deleted.ts';
import * as formerContacts from './privacy/126-former-contacts.ts';
import * as consentVersions from './privacy/127-consent-versions.ts';
import * as referenceIndexes from './privacy/137-reference-indexes.ts';
import * as today from './staff/040-today.ts';
import * as staffActions from './staff/046-staff-actions.ts';
import * as staffSearch from './staff/053-staff-search.ts';
import * as agenda from './staff/054-agenda.ts';
import * as batchWork from './staff/059-batch-work.ts';
import * as messageLog from './staff/060-message-log.ts';
import * as applicationOwners from './staff/068-application-owners.ts';
import * as messageTemplates from './staff/069-message-templates.ts';
import * as applicationCityIndex from './staff/072-application-city-index.ts';
import * as reportIndexes from './staff/074-report-indexes.ts';
import * as jobNames from './staff/075-job-names.ts';
import * as phoneEndings from './staff/088-phone-endings.ts';
import * as leadMergeUndo from './staff/090-lead-merge-undo.ts';
import * as applicationWork from './staff/092-application-work.ts';
import * as repeatedMessages from './staff/098-repeated-messages.ts';
import * as subjectAudit from './staff/100-subject-audit.ts';
import * as placementFee from './staff/101-placement-fee.ts';
import * as formerStaff from './staff/104-former-staff.ts';
import * as notificationTexts from './staff/106-notification-texts.ts';
import * as confirmedActions from './staff/113-confirmed-actions.ts';
import * as typedForms from './undo/136-typed-forms.ts';
import * as webhooks from './webhooks/121-webhooks.ts';

/**
 * Migrations in the order of their names. A migration that has run anywhere must not be edited; add a new one
 * instead. Those of the first release, of hiring, of staff, of tests and of events have folders of their own.
 */
export const migrations: Record<string, Migration> = {
  '001-accounts': accounts,
  '002-messages': messages,
  '003-jobs': jobs,
  '004-sessions': sessions,
  '010-leads': leads,
  '011-mailboxes': mailboxes,
  '020-portfolios': portfolios,
  '021-media': media,
  '030-moonshot': moonshot,
  '031-staff': staff,
  '032-submitted-resume': submittedResume,
  '033-time-bounds': timeBounds,
  '034-otp-expiry': otpExpiry,
  '035-message-budgets': messageBudgets,
  '036-share-addresses': shareAddresses,
  '037-email-verification': emailVerification,
  '038-enrolments': enrolments,
  '039-consents': consents,
  '040-today': today,
  '042-leads': leadPeople,
  '046-staff-actions': staffActions,
  '048-notifications': notifications,
  '049-reminders': reminders,
  '050-interviewers': interviewers,
  '050-undo-invites': undoInvites,
  '051-scorecards': scorecards,
  '052-offers': offers,
  '053-staff-search': staffSearch,
  '054-agenda': agenda,
  '055-lead-conversion': leadConversion,
  '056-lead-webhook': leadWebhook,
  '057-placements': placements,
  '058-employer-links': employerLinks,
  '059-batch-work': batchWork,
  '060-message-log': messageLog,
  '061-saved-jobs': savedJobs,
  '062-residence': residence,
  '066-lead-times': leadTimes,
  '067-link-expiry': linkExpiry,
  '068-application-owners': applicationOwners,
  '069-message-templates': messageTemplates,
  '071-place-openings': placeOpenings,
  '072-application-city': applicationCity,
  '073-employers': employers,
  '072-application-city-index': applicationCityIndex,
  '074-report-indexes': reportIndexes,
  '075-job-names': jobNames,
  '076-portfolio-cover': portfolioCover,
  '077-delivery-reports': deliveryReports,
  '080-events': events,
  '084-scholarships': scholarships,
  '085-mastery': mastery,
  '087-mock-interviews': mockInterviews,
  '088-phone-endings': phoneEndings,
  '090-lead-merge-undo': leadMergeUndo,
  '092-application-work': applicationWork,
  '094-event-files': eventFiles,
  '096-interview-passes': interviewPasses,
  '098-certificates': certificates,
  '098-employer-merge': employerMerge,
  '098-repeated-messages': repeatedMessages,
  '100-certificate-status-index': certificateStatusIndex,
  '100-subject-audit': subjectAudit,
  '101-placement-fee': placementFee,
  '102-certificate-visits': certificateVisits,
  '103-page-cache': pageCache,
  '104-former-staff': formerStaff,
  '105-mastery-attendance': masteryAttendance,
  '106-notification-texts': notificationTexts,
  '107-analytics': analytics,
  '108-event-announcements': eventAnnouncements,
  '109-event-certificates': eventCertificates,
  '110-privacy': privacy,
  '111-analytics-day': analyticsDay,
  '112-cached-pages': cachedPages,
  '113-confirmed-actions': confirmedActions,
  '114-training-instructions': trainingInstructions,
  '115-moonshot-consent': moonshotConsent,
  '116-report-days': reportDays,
  '117-report-changes': reportChanges,
  '118-spend': spend,
  '119-training-calendar': trainingCalendar,
  '120-new-status-positions': newStatusPositions,
  '121-webhooks': webhooks,
  '122-lead-alerts': leadAlerts,
  '123-export-attempts': exportAttempts,
  '124-many-leads': manyLeads,
  '125-conversions-of-deleted': conversionsOfDeleted,
  '126-former-contacts': formerContacts,
  '127-consent-versions': consentVersions,
  '128-interview-modes': interviewModes,
  '129-application-progress': applicationProgress,
  '130-replaced-messages': replacedMessages,
  '131-role-undo': roleUndo,
  '132-read-offer-answers': readOfferAnswers,
  '133-replaced-attempts': replacedAttempts,
  '134-hired-per-place': hiredPerPlace,
  '135-cohort-members': cohortMembers,
  '136-typed-forms': typedForms,
  '137-reference-indexes': referenceIndexes,
};
