import { Fact } from '#console/parts/facts.tsx';
import { useNumbers } from '#console/screens/messaging/numbers/number-reads.ts';
import { platformName } from '#console/screens/messaging/platforms.ts';
import {
  audienceDraftOf,
  hiddenConditions,
  repeatedBroadcast,
  repeatedRecipients,
} from './audience-draft.ts';
import { MESSAGE_TYPES } from './broadcast-draft.ts';
import type { Broadcast } from './broadcast-reads.ts';
import { MessagePreview } from './message-preview.tsx';
import { type Sending, sendingDraftOf } from './sending/sending-draft.ts';
import { eventsInWords } from './sending/sending-fields.tsx';
import { dollars } from './sending/sending-words.ts';

/** The content of a broadcast that cannot be edited. */
export function BroadcastContent({ broadcast }: { readonly broadcast: Broadcast }) {
  const { sending } = broadcast;
  return sending === null ? (
    <OfEngine broadcast={broadcast} />
  ) : (
    <OfPlatform broadcast={broadcast} sending={sending} />
  );
}

function OfEngine({ broadcast: { channel, message, audience } }: { readonly broadcast: Broadcast }) {
  const [, type = message.type] = MESSAGE_TYPES.find(([each]) => each === message.type) ?? [];
  return (
    <dl>
      <Fact name="Channel">{channel === 'all' ? 'not chosen' : platformName(channel)}</Fact>
      <Fact name="Message">
        {type}
        <p class="said">
          <bdi>{message.body}</bdi>
        </p>
      </Fact>
      <Fact name="Audience">{audience === null ? 'none' : <code>{JSON.stringify(audience)}</code>}</Fact>
    </dl>
  );
}

function OfPlatform({
  broadcast: { message, audience },
  sending,
}: {
  readonly broadcast: Broadcast;
  readonly sending: Sending;
}) {
  const { platform, rate_per_second: rate, quiet_hours: quiet, budget } = sending;
  const draft = sendingDraftOf(sending, message.type, message.body);
  return (
    <>
      <dl>
        <Fact name="Sent from">
          <NumberName id={sending.phone_number_id} /> on {platformName(platform)}
        </Fact>
        <Fact name="Audience">
          <AudienceInWords audience={audience} />
        </Fact>
        <Fact name="Messages per second">
          {rate === null ? 'as many as the phone number may send' : `at most ${rate}`}
        </Fact>
        <Fact name="Quiet hours">
          {quiet === null ? 'none' : `${quiet.from} to ${quiet.to}, in the local time of each recipient`}
        </Fact>
        <Fact name="Budget">{budget === null ? 'no limit' : dollars(budget.amount)}</Fact>
        <Fact name="Events of messages">{eventsInWords(sending.message_events)}</Fact>
      </dl>
      <MessagePreview
        platform={platform}
        type={message.type}
        body={message.body}
        template={draft.template}
        language={draft.language}
        parameters={draft.parameters}
        media={draft.media}
      />
    </>
  );
}

/** The phone number; its ID if the key cannot see it, or if it was disconnected. */
function NumberName({ id }: { readonly id: string | null }) {
  const number = useNumbers().data?.find((each) => each.id === id);
  if (id === null) return <>the only verified number</>;
  return number ? <bdi>{number.phone}</bdi> : <code>{id}</code>;
}

function AudienceInWords({ audience }: Pick<Broadcast, 'audience'>) {
  const draft = audienceDraftOf(audience);
  const repeated = repeatedBroadcast(draft);
  if (repeated !== undefined)
    return (
      <>
        the {repeatedRecipients(draft)} of{' '}
        <a href={`/console/broadcasts/${encodeURIComponent(repeated)}`}>another broadcast</a>
      </>
    );
  const hidden = hiddenConditions(draft);
  const conditions = [
    ['in the stage', draft.stage],
    ['with at least one of the tags', draft.anyTags.join(', ')],
    ['with all of the tags', draft.allTags.join(', ')],
    ['from', draft.origin === '' ? '' : platformName(draft.origin)],
    ['in the uploaded list', draft.list],
  ].filter(([, value]) => value !== '');
  if (conditions.length === 0 && hidden === undefined) return <>every contact with a phone number</>;
  return (
    <>
      contacts
      {conditions.map(([words, value], index) => (
        <span key={words}>
          {index === 0 ? ' ' : ' and '}
          {words} <bdi>{value}</bdi>
        </span>
      ))}
      {hidden !== undefined && (
        <>
          {' '}
          <code>{hidden}</code>
        </>
      )}
    </>
  );
}
