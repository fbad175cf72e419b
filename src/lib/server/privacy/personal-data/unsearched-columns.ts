/**
 * Columns for a person, a number or an address by which no search finds a row, by the reason. The test compares them with the schema: a new
 * column is searched (`exportedTables`) or stands here.
 */
export const unsearchedColumns: Readonly<Record<string, readonly string[]>> = {
  'Which member of staff did or does the work. The row is about somebody else, whose copy has it.': [
    ...['application_event.actor_id', 'application_note.author_id', 'application_progress.owner_id'],
    'callback_event.actor_id',
    ...['certificate_correction.decided_by_id', 'certificate_event.actor_id', 'employer_link.created_by_id'],
    ...[
      'enrolment_event.actor_id',
      'enrolment_payment.recorded_by_id',
      'event_registration_history.actor_id',
    ],
    ...['interview_pass.recorded_by_id', 'job_application.owner_id', 'job_offer.created_by_id'],
    ...['lead.owner_id', 'lead_attempt.by_id', 'lead_event.actor_id', 'mastery_event.actor_id'],
    ...['mock_interview_event.actor_id', 'placement.recorded_by_id', 'registration_event.actor_id'],
    ...['scholarship_event.actor_id', 'scorecard.author_id', 'scorecard_revision.changed_by_id'],
    'training_attendance.marked_by_id',
  ],
  'Whose steps the reports count again. The row has nothing else, and is deleted within minutes.': [
    'cohort_change.user_id',
  ],
  'Which member of staff changed it. The row is about the product.': [
    ...['audit_event.actor_id', 'batch_message.sent_by_id', 'candidate_message.sent_by_id'],
    ...['live_event_history.actor_id', 'message_template.updated_by_id', 'notification_text.updated_by_id'],
    ...['spend_import.deleted_by_id', 'spend_import.recorded_by_id', 'staff_action.actor_id'],
    'webhook.created_by_id',
  ],
  'The row refers to an expert or an interviewer, and is found by its candidate or by the row that it refers to.':
    [
      ...['expert.interviewer_id', 'interviewer_invite.interviewer_id', 'mock_interview.expert_id'],
      ...['interview_slot.expert_id', 'interview_slot.interviewer_id', 'appointment_outcome.interviewer_id'],
    ],
  'The row is found by its account. Others may have entered a number or an address that nobody has verified; an erasure deletes it.':
    [...['app_user.email', 'app_user.phone_e164', 'app_user.pending_email', 'app_user.pending_phone_e164']],
  'A name, a number or an address that belongs to a row found by its account, its number or its address.': [
    ...[
      'app_user.first_name',
      'app_user.last_name',
      'callback_request.first_name',
      'callback_request.last_name',
    ],
    ...[
      'certificate.holder_name',
      'employer_link.person_name',
      'former_contact.value',
      'job_offer.accepted_name',
    ],
    ...['lead.first_name', 'lead.last_name'],
    ...['mastery_registration.email', 'mastery_registration.phone_e164'],
    ...['mastery_registration.first_name', 'mastery_registration.last_name'],
    ...['scholarship_registration.email', 'scholarship_registration.phone_e164'],
    ...['scholarship_registration.first_name', 'scholarship_registration.last_name'],
  ],
  'The leads are found by it, and it by its lead.': ['lead_contact.value'],
  'It is no person, number or address.': [
    ...['app_user.email_verified_at', 'app_user.phone_verified_at', 'portfolio.show_email'],
    ...['portfolio.show_phone', 'certificate.replaced_by_id', 'live_event.replaced_by_id'],
    'application_event.replaced_by_id',
  ],
};
