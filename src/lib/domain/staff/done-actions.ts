import { findOwn } from '#lib/domain/core/record.ts';
import { formatAuditAction } from './audit-text.ts';

/** What an action has done, where its label in the audit does not say to what. */
const doneLabels: Record<string, string> = {
  'application.START_REVIEW': 'Review started',
  'application.SHORTLIST': 'Shortlisted',
  'application.MOVE_TO_TRAINING': 'Moved to training',
  'application.COMPLETE_TRAINING': 'Training completed',
  'application.MISS_TRAINING': 'Training missed',
  'application.MOVE_TO_INTERVIEW': 'Moved to interview',
  'application.COMPLETE_INTERVIEW': 'Interview completed',
  'application.MISS_INTERVIEW': 'Interview missed',
  'application.CANCEL_INTERVIEW': 'Interview cancelled',
  'application.INVITE_AGAIN': 'Invited to interview again',
  'application.SCHEDULE_INTERVIEW': 'Interview booked',
  'application.RESCHEDULE_INTERVIEW': 'Interview moved',
  'application.SETUP_TRAINING': 'Training booked',
  'application.MAKE_OFFER': 'Offer made',
  'application.WITHDRAW_OFFER': 'Offer withdrawn',
  'application.HIRE': 'Marked as joined',
  'application.HOLD': 'Application put on hold',
  'application.RESUME': 'Application taken off hold',
  'application.REJECT': 'Application rejected',
  'application.REOPEN': 'Application reopened',
  'application.WITHDRAW': 'Application withdrawn',
  'application.SUBMIT': 'Application sent',
  'application.CHANGE_CITY': 'City changed',
  'application.IMPORT': 'Decisions imported',
  'job.OPEN': 'Job opened',
  'job.PAUSE': 'Job paused',
  'job.RESUME': 'Job opened again',
  'job.CLOSE': 'Job closed',
  'job.FILL': 'Job marked as filled',
  'job.REOPEN': 'Job reopened',
  'job.ARCHIVE': 'Job archived',
  'candidate.VERIFY': 'Details verified',
  'candidate.ASK_CORRECTION': 'Correction asked for',
  'candidate.MESSAGE': 'Message written',
  'batch.UPDATE': 'Batch changed',
  'batch.CANCEL': 'Batch cancelled',
  'batch.MESSAGE': 'Message to the batch written',
  'slot.UPDATE': 'Interviewer changed',
  'slot.CANCEL': 'Slot cancelled',
  'message.RESEND': 'Sent again',
  'message.DISMISS': 'Messages marked as done',
  'role.REVOKE': 'Role taken away',
};

/** Returns what an action has done, for the bar with Undo: `Job closed`. */
export const formatDoneAction = (action: string): string =>
  findOwn(doneLabels, action) ?? formatAuditAction(action);
