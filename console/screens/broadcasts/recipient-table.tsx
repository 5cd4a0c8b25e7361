import { Button } from '#console/parts/button.tsx';
import { Skeleton } from '#console/parts/feedback/skeleton.tsx';
import type { Page } from '#console/parts/lists/pages.ts';
import { Table } from '#console/parts/lists/table.tsx';
import { usePages } from '#console/parts/lists/use-pages.ts';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { State } from '#console/parts/state.tsx';
import { When } from '#console/parts/when.tsx';
import { ContactName } from '#console/screens/messaging/conversations/contact-name.tsx';
import { isShownAt } from '#console/session/problem.ts';
import { hasContact, outcomeSentence } from './recipient-words.ts';
import type { Sending } from './sending/sending-draft.ts';
import type { Recipient } from './sending/sending-requests.ts';
import { dollars, STATUSES } from './sending/sending-words.ts';

const HEAD = ['Contact', 'Status', 'What it means', 'Price', 'Since'];

type Row = Recipient & { readonly id: string };

/** The recipients page by page. The first page stays current; the next one is read by a button. */
export function RecipientTable({
  queryKey,
  read,
  platform,
  refetchMs,
  errorFields,
  isFiltered,
}: {
  readonly queryKey: readonly string[];
  readonly read: (cursor?: string) => Promise<Page<Row>>;
  readonly platform: Sending['platform'];
  readonly refetchMs: number | false;
  readonly errorFields: readonly string[];
  readonly isFiltered: boolean;
}) {
  const { newest, known, pages, next, readNext, isBusy, error, showNewest } = usePages<Row>({
    queryKey,
    read,
    refetchMs: () => refetchMs,
  });
  const rows = pages.flatMap(({ data }) => data);
  return (
    <>
      <Failure error={isShownAt(newest.error, errorFields) ? null : newest.error} fields={errorFields} />
      {!newest.data && !newest.error && <Skeleton of="table" />}
      {known?.isBehind === true && <Button label="Read the recipients again" onClick={showNewest} />}
      {newest.data && rows.length === 0 && next === null && (
        <p>{isFiltered ? 'No recipient matches.' : 'The broadcast has no recipient yet.'}</p>
      )}
      {rows.length > 0 && (
        <Table label="Recipients" head={HEAD}>
          {rows.map((row) => (
            <RecipientRow key={row.id} recipient={row} platform={platform} />
          ))}
        </Table>
      )}
      <Failure error={error} />
      <div class="actions">
        {next !== null && (
          <Button label="Load more recipients" quiet isBusy={isBusy} onClick={() => void readNext()} />
        )}
        <Progress isBusy={isBusy} />
        {rows.length > 0 && (
          <output class="soft">
            {rows.length} shown{next === null ? '' : ', there are more'}
          </output>
        )}
      </div>
    </>
  );
}

function RecipientRow({
  recipient,
  platform,
}: {
  readonly recipient: Recipient;
  readonly platform: Sending['platform'];
}) {
  const { contact_id: contact, status, status_at: at, reason, price } = recipient;
  const words = STATUSES.find(([each]) => each === status)?.[1] ?? status;
  const sentence = outcomeSentence(recipient, platform);
  return (
    <tr>
      <td class="name">
        {hasContact(recipient) ? (
          <a href={`/console/contacts/${encodeURIComponent(contact)}`}>
            <ContactName contact={contact} />
          </a>
        ) : (
          <code>{contact}</code>
        )}
      </td>
      <td>
        <State name={status} words={words} />
      </td>
      <td class="meaning">
        {sentence} {reason !== null && <code>{reason}</code>}
      </td>
      <td>{dollars(price.amount)}</td>
      <td>
        <When at={at} />
      </td>
    </tr>
  );
}
