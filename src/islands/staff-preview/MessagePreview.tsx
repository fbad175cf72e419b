import type { MessagePreview as Preview } from '#lib/contract/staff/message-preview.ts';
import { formatList } from '#lib/domain/core/format-list.ts';
import { formatPreviewNotice } from '#lib/domain/staff/undo.ts';

interface MessagePreviewProps {
  preview: Preview;
  /** The page has named these people above. */
  namedAbove?: readonly string[];
}

/** Whom a change informs and with which texts, before it is made. Each person is named once. */
export function MessagePreview({ preview, namedAbove = [] }: MessagePreviewProps) {
  const { people, names, texts, replaced, withoutMessage, withoutEmail, hasEmailNote, withoutNote } = preview;
  const isNamed = people === names.length && names.every((name) => namedAbove.includes(name));
  return (
    <div className="message-preview">
      <p>
        <strong>{formatPreviewNotice(people)}</strong>
        {people > 0 && !isNamed && ` ${formatNames(names, people)}`}
      </p>
      {replaced.map(({ people: count, names: readers, subject }) => (
        <p key={subject} className="staff-small">
          {`Not sent any more, because this takes its place: “${subject}” to ${formatReaders(readers, count)}.`}
        </p>
      ))}
      {withoutMessage.length > 0 && (
        <p className="staff-small">
          <strong>{`No message reaches ${formatList(withoutMessage)}: updates are turned off, or no address is confirmed. Call instead.`}</strong>
        </p>
      )}
      {withoutEmail.length > 0 && (
        <p className="staff-small">{`No email to ${formatList(withoutEmail)}: the address is not confirmed.`}</p>
      )}
      {hasEmailNote && (
        <p className="staff-small">
          Your message goes by email only.
          {withoutNote.length > 0 && (
            <strong>{` It does not reach ${formatList(withoutNote)}. Call instead.`}</strong>
          )}
        </p>
      )}
      {texts.some(({ channels }) => channels.includes('email')) && (
        <p className="staff-small staff-muted">Emails begin with “Hello” and the first name.</p>
      )}
      {texts.map(({ people: count, names: readers, channels, subject, text }) => (
        <blockquote key={`${channels.join()} ${subject} ${text}`}>
          <p className="staff-small staff-muted">
            {count < people ? `To ${readers.length ? formatList(readers) : count}, by` : 'By'}{' '}
            {formatList(channels)}:
          </p>
          {subject && <p className="message-preview-subject">{subject}</p>}
          <p className="message-preview-text">{text}</p>
        </blockquote>
      ))}
    </div>
  );
}

const formatReaders = (readers: readonly string[], people: number): string =>
  readers.length ? formatList(readers) : `${people} people`;

const formatNames = (names: readonly string[], people: number): string => {
  const others = people - names.length;
  return others > 0 ? `${names.join(', ')} and ${others} more.` : `${names.join(', ')}.`;
};
