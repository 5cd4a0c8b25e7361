import { countOf } from '#console/parts/counted.ts';
import { When } from '#console/parts/when.tsx';
import type { Broadcast } from './broadcast-reads.ts';
import type { Estimate } from './sending/sending-requests.ts';
import { dollars, durationInWords } from './sending/sending-words.ts';

/** The numbers of an estimate: recipients, skipped contacts with the reasons, price and duration. */
export function EstimateFacts({
  broadcast: { sending },
  estimate,
}: {
  readonly broadcast: Broadcast;
  readonly estimate: Estimate;
}) {
  const { recipients, skipped, parts, price, seconds, counted_at: at } = estimate;
  const budget = sending?.budget?.amount;
  if (recipients === 0)
    return (
      <p>
        <strong>Nobody gets the message,</strong> because no contact of the audience can get it. A broadcast
        without a recipient fails. <Skipped skipped={skipped} />
      </p>
    );
  return (
    <>
      <p>
        {recipients !== null && (
          <>
            <strong>{countOf(recipients, 'contact')}</strong> {recipients === 1 ? 'gets' : 'get'} the message
            {sending?.platform === 'sms' && parts !== null && `, in ${countOf(parts, 'part')}`}
          </>
        )}
        {price.amount !== null && (
          <>
            , for about <strong>{dollars(price.amount)}</strong>
          </>
        )}
        . <Skipped skipped={skipped} />
      </p>
      {budget !== undefined && price.amount !== null && Number(price.amount) > Number(budget) && (
        <p>
          The budget is {dollars(budget)}. The broadcast is paused when it reaches the budget, before all
          contacts have the message.
        </p>
      )}
      <p class="soft">
        {seconds !== null && `Sending takes ${durationInWords(seconds)}, without quiet hours. `}
        {at !== null && (
          <>
            Counted <When at={at} />.
          </>
        )}
      </p>
    </>
  );
}

function Skipped({ skipped }: Pick<Estimate, 'skipped'>) {
  const { opted_out: optedOut, contact_unreachable: unreachable } = skipped;
  const reasons = [
    ...(optedOut === null || optedOut === 0
      ? []
      : [`${countOf(optedOut, 'contact')} ${optedOut === 1 ? 'has' : 'have'} opted out`]),
    ...(unreachable === null || unreachable === 0
      ? []
      : [`${countOf(unreachable, 'contact')} ${unreachable === 1 ? 'has' : 'have'} no phone number`]),
  ];
  return reasons.length === 0 ? null : <>Skipped: {reasons.join(', ')}.</>;
}
