import { useLocation } from 'preact-iso';
import { AskedForm } from '#console/parts/asked-form.tsx';
import { AskedCommand, Command } from '#console/parts/command.tsx';
import { countOf } from '#console/parts/counted.ts';
import { TextField } from '#console/parts/fields/text-field.tsx';
import type { Broadcast } from '#console/screens/broadcasts/broadcast-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import type { Once } from '#console/session/use-command.ts';
import { pause, resume, retry } from './sending-requests.ts';
import { dollars } from './sending-words.ts';

const RESUME_FIELDS = ['#/budget'];

type Counts = { readonly failed: number; readonly unknown: number };

/** Pauses and resumes a broadcast that the platform sends, and creates a draft for its failed recipients. */
export function SendingControls({ broadcast }: { readonly broadcast: Broadcast }) {
  const { session } = useSigned();
  const { id, state, progress } = broadcast;
  if (progress === null) return null;
  const maySend = may(session, 'salesbot:broadcasts:send') && state === 'in_flight';
  return (
    <>
      {maySend && progress.paused_at === null && (
        <Command label="Pause" quiet send={(once) => pause(session, id, once)} />
      )}
      {maySend && progress.paused_at !== null && <Resume broadcast={broadcast} />}
      {state !== 'in_flight' && <Retry broadcast={broadcast} counts={progress.counts} />}
    </>
  );
}

/** Resumes a paused broadcast. After the reason `budget_reached`, it asks for a higher budget. */
function Resume({ broadcast: { id, sending, progress } }: { readonly broadcast: Broadcast }) {
  const { session } = useSigned();
  const isOver = progress?.paused_reason === 'budget_reached';
  const budget = sending?.budget?.amount;
  if (!isOver) return <Command label="Resume" send={(once) => resume(session, id, '', once)} />;
  return (
    <AskedForm
      label="Resume with a higher budget"
      quiet={false}
      title="Resume with a higher budget?"
      submit="Resume"
      initial=""
      errorFields={RESUME_FIELDS}
      send={(amount, once) => resume(session, id, amount.trim(), once)}
    >
      {({ draft, error, onChange }) => (
        <>
          <p>
            The messages cost {dollars(progress.cost.reserved)} so far
            {budget !== undefined && `, and the budget is ${dollars(budget)}`}.
          </p>
          <TextField
            label="New budget in dollars"
            hint="For the whole broadcast, including the cost so far."
            pointer="#/budget"
            error={error}
            required
            inputMode="decimal"
            maxLength={16}
            value={draft}
            onValue={onChange}
          />
        </>
      )}
    </AskedForm>
  );
}

function Retry({ broadcast, counts }: { readonly broadcast: Broadcast; readonly counts: Counts }) {
  const { session } = useSigned();
  const { route } = useLocation();
  if (!may(session, 'salesbot:broadcasts:write')) return null;
  const { failed, unknown } = counts;
  const createDraft = (withUnknown: boolean) => async (once: Once) =>
    route(`/console/broadcasts/${await retry(session, broadcast.id, { unknown: withUnknown }, once)}`);
  return (
    <>
      {failed > 0 && (
        <AskedCommand
          label="Retry the failed recipients"
          title="Retry the failed recipients?"
          send={createDraft(false)}
        >
          <p>
            This creates a draft with the same message for the {countOf(failed, 'failed recipient')} of{' '}
            <bdi>{broadcast.name}</bdi>. Nothing is sent before you send the draft.
          </p>
        </AskedCommand>
      )}
      {unknown > 0 && (
        <AskedCommand
          label="Retry the unknown results, too"
          title="Retry the recipients whose result is unknown?"
          send={createDraft(true)}
        >
          <p>
            This creates a draft with the same message for the {countOf(failed, 'failed recipient')} of{' '}
            <bdi>{broadcast.name}</bdi>, and for the {countOf(unknown, 'recipient')} whose result is unknown.
            They may have got the message: if you send the draft, they can get it a second time.
          </p>
        </AskedCommand>
      )}
    </>
  );
}
