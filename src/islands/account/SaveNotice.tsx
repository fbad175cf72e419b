const texts = {
  saved: 'Saved',
  removed: 'Removed',
  restored: 'We kept what you typed. It is not saved yet.',
};

/** The result of saving, shown beside the form and announced to screen readers. */
export function SaveNotice({ notice }: { notice: keyof typeof texts | null }) {
  return (
    <p className="account-notice" role="status" data-notice={notice ?? undefined}>
      {(notice === 'saved' || notice === 'removed') && (
        <svg aria-hidden="true" viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor">
          <path d="m4.5 10.5 3.5 3.5 7.5-8" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      )}
      {notice && texts[notice]}
    </p>
  );
}
