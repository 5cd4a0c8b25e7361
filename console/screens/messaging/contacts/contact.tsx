import { useLocation } from 'preact-iso';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { BackLink } from '#console/parts/back-link.tsx';
import { AskedCommand } from '#console/parts/command.tsx';
import { Copy } from '#console/parts/copy.tsx';
import { Fact, TimeFact } from '#console/parts/facts.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { When } from '#console/parts/when.tsx';
import { ContactFacts } from '#console/screens/messaging/contact-facts.tsx';
import { type Contact, contactPath, nameOf, useContact } from '#console/screens/messaging/contact-reads.ts';
import { ExternalRecord } from '#console/screens/messaging/external-record.tsx';
import { platformName } from '#console/screens/messaging/platforms.ts';
import { useSigned } from '#console/session/context.ts';
import { may, SUBSCRIBE } from '#console/session/may.ts';
import { useParams } from '#console/session/params.ts';
import { deletion } from '#console/session/problem.ts';
import { ContactConsents } from './contact-consents.tsx';
import { ContactConversations } from './contact-conversations.tsx';
import { ContactEdit } from './contact-edit.tsx';

/** One contact: its conversations and its fields. */
export function ContactScreen() {
  const id = useParams()['contact'] ?? '';
  const { session } = useSigned();
  const { data, error } = useContact(id);
  const path = contactPath(id);
  const mayWrite = may(session, 'salesbot:contacts:write');
  return (
    <>
      <BackLink href="/console/contacts" to="Contacts" />
      <PageHead title={<bdi>{data ? nameOf(data) : 'Contact'}</bdi>}>
        {data?.source === 'platform' && mayWrite && <DeleteContact contact={data} />}
      </PageHead>
      <ReadState data={data} error={error} />
      {data && (
        <p>
          <code>{data.id}</code> <Copy text={data.id} label="Copy the ID" />{' '}
          {may(session, ...SUBSCRIBE) && (
            <a href={`/console/events?contact_id=${data.id}`}>Events about the contact</a>
          )}
        </p>
      )}
      {data?.source === 'external' && <ExternalRecord record={data} thing="contact" />}
      {data?.source === 'platform' && (
        <>
          <History contact={data} />
          <ContactConsents consents={data.consents} />
          {may(session, 'salesbot:conversations:read') && <ContactConversations contact={data} />}
          <h2>Fields</h2>
          {mayWrite ? <ContactEdit key={data.id} found={data} /> : <ContactFacts contact={data} />}
        </>
      )}
      <ApiCalls calls={mayWrite ? [{ path }, { method: 'DELETE', path }] : [{ path }]} />
    </>
  );
}

/** What this form does not edit: the former stage, the next day of each date, the times of opt-outs and of changes. */
function History({ contact }: { readonly contact: Contact }) {
  const { previous_stage: before, stage_changed_at: stageAt, opted_out_at: optOuts } = contact;
  return (
    <dl>
      {stageAt !== null && (
        <Fact name="Stage">
          <bdi>{contact.stage ?? 'none'}</bdi> since <When at={stageAt} />
          {before !== null && (
            <>
              , previously <bdi>{before}</bdi>
            </>
          )}
        </Fact>
      )}
      {Object.entries(contact.next_dates).map(([name, day]) => (
        <Fact
          key={name}
          name={
            <>
              Date <bdi>{name}</bdi>
            </>
          }
        >
          next on {day}
        </Fact>
      ))}
      {Object.entries(optOuts).map(([channel, at]) => (
        <TimeFact key={channel} name={`Opted out of ${platformName(channel)}`} at={at} />
      ))}
      <TimeFact name="Created" at={contact.created_at} />
      <TimeFact name="Changed" at={contact.updated_at} />
    </dl>
  );
}

function DeleteContact({ contact }: { readonly contact: Contact }) {
  const { api } = useSigned().session;
  const { route } = useLocation();
  const params = { path: { contact: contact.id } };
  return (
    <div class="actions">
      <AskedCommand
        label="Delete"
        isFinal
        title="Delete the contact?"
        send={async () => {
          await deletion(api.DELETE('/api/v1/salesbot/contacts/{contact}', { params }));
          route('/console/contacts', true);
        }}
      >
        <p>
          <bdi>{nameOf(contact)}</bdi> is deleted at once. Within 24 hours, its conversations and messages are
          deleted too, and its data are erased from the payloads of stored events, whose deliveries can then
          no longer be resent. The deletion cannot be undone.
        </p>
      </AskedCommand>
    </div>
  );
}
