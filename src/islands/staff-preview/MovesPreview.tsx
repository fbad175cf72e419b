import type { MovesPreview as Preview } from '#lib/contract/staff/moves/application-moves.ts';
import { undoSeconds } from '#lib/domain/staff/undo.ts';
import { WithReferences } from '../ui/WithReferences.tsx';
import { MessagePreview } from './MessagePreview.tsx';
import { StandardTextLink } from './StandardTextLink.tsx';

/** What a move of several applications would do: who is moved, who is not and why, and each text that is sent. */
export function MovesPreview({ preview: { action, applications, failed, messages } }: { preview: Preview }) {
  return (
    <>
      <ul className="staff-list">
        {applications.map(({ id, number, candidateName }) => (
          <li key={id}>
            <WithReferences text={`${candidateName}, ${number}`} />
          </li>
        ))}
      </ul>
      {failed.length > 0 && (
        <>
          <p>
            <strong>{failed.length} cannot be moved:</strong>
          </p>
          <ul className="staff-list">
            {failed.map(({ number, message }, index) => (
              <li key={number ?? index}>
                <WithReferences text={`${number ?? 'Gone'}: ${message}`} />
              </li>
            ))}
          </ul>
        </>
      )}
      <MessagePreview
        preview={messages}
        namedAbove={applications.map(({ candidateName }) => candidateName)}
      />
      {messages.people > 0 && <StandardTextLink action={action} />}
      {messages.people > 0 && (
        <p className="staff-small staff-muted">
          Nothing is sent yet. After you confirm, you have {undoSeconds} seconds to undo it.
        </p>
      )}
    </>
  );
}
