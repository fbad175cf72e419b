import { useEffect, useState } from 'react';
import { timeText } from '#lib/domain/core/time-text.ts';
import { interviewPolicy } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { findApplication } from '#lib/stores/hiring/application-actions.ts';

interface JoinLinkProps {
  applicationId: string;
  kind: 'interview' | 'training';
  startsAt: string;
  /** IANA zone of the appointment; `viewerTimeZone` is the reader's. */
  timeZone: string;
  viewerTimeZone: string;
  /** Null until 15 minutes before the start. */
  joinUrl: string | null;
}

/** Browser timers overflow after about 24 days, and nobody leaves a page open for a day. */
const maxTimerDelay = 24 * 3_600_000;

/** Shows the join link. A page that is already open fetches it when the server starts to give it out. */
export default function JoinLink(props: JoinLinkProps) {
  const { applicationId, kind, startsAt, timeZone, viewerTimeZone } = props;
  const [joinUrl, setJoinUrl] = useState(props.joinUrl);
  const opensAt = new Date(Date.parse(startsAt) - interviewPolicy.joinMinutes * 60_000);

  useEffect(() => {
    if (joinUrl) return;
    const wait = Math.max(0, opensAt.getTime() - Date.now());
    if (wait > maxTimerDelay) return;
    const look = async () => {
      const application = await findApplication(applicationId);
      if (application) setJoinUrl(application[kind].joinUrl);
    };
    // One extra second, because this clock may be ahead of the server's.
    const timer = setTimeout(() => void look(), wait + 1000);
    return () => clearTimeout(timer);
  }, [applicationId, kind, joinUrl, opensAt.getTime()]);

  return (
    <p role="status">
      {joinUrl ? (
        <a className="btn btn-primary" href={joinUrl} rel="noopener noreferrer" target="_blank">
          Join now
        </a>
      ) : (
        `The link to join will be here from ${timeText(opensAt, timeZone, viewerTimeZone)}, ${interviewPolicy.joinMinutes} minutes before the start.`
      )}
    </p>
  );
}
