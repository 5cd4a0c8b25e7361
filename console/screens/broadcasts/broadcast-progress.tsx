import { ApiCalls } from '#console/parts/api-call.tsx';
import { ChoiceField } from '#console/parts/choice-field.tsx';
import { useFocusOnError } from '#console/parts/field.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import type { Once } from '#console/session/use-command.ts';
import { useDraft } from '#console/session/use-draft.ts';
import { type Broadcast, broadcastPath } from './broadcast-reads.ts';
import { reportOf, type ReportDraft, shareOf } from './broadcast-report.ts';

const FIELDS = ['#/recipients', '#/sent', '#/failed', '#/outcome', '#/error'];
const NUMBERS = [
  ['recipients', 'Recipients'],
  ['sent', 'Reached'],
  ['failed', 'Failed'],
] as const;
const OUTCOMES = [
  ['', 'sending continues'],
  ['completed', 'completed'],
  ['failed', 'failed'],
] as const;

/** What your messaging system has reported, and a form for a report by hand. */
export function BroadcastProgress({ broadcast }: { readonly broadcast: Broadcast }) {
  const { session } = useSigned();
  const { recipients, sent, failed, state } = broadcast;
  const share = shareOf(broadcast);
  return (
    <section aria-label="Progress">
      <h2>Progress</h2>
      <p>
        {recipients === 0 && sent === 0 && failed === 0
          ? 'Your messaging system has reported nothing yet.'
          : `${sent} reached, ${failed} failed, of ${recipients} recipients.`}
      </p>
      {share !== undefined && <progress aria-label="Recipients with a result" value={share} />}
      {state === 'in_flight' && may(session, 'salesbot:broadcasts:send') && (
        <details class="folded">
          <summary>Report by hand</summary>
          <ReportForm broadcast={broadcast} />
        </details>
      )}
    </section>
  );
}

function ReportForm({ broadcast }: { readonly broadcast: Broadcast }) {
  const { api } = useSigned().session;
  const { draft, setDraft, submit, isBusy, error } = useDraft<ReportDraft>({
    recipients: String(broadcast.recipients),
    sent: String(broadcast.sent),
    failed: String(broadcast.failed),
    outcome: '',
    error: '',
  });
  const form = useFocusOnError(error);
  const body = reportOf(draft);
  const params = { path: { broadcast: broadcast.id } };

  const report = (headers: Once) =>
    bodyOf(api.POST('/api/v1/broadcasts/{broadcast}/report', { params, headers, body }));

  return (
    <>
      <p class="soft">
        Use this form if your messaging system cannot report. A number never decreases, and an outcome ends
        the broadcast.
      </p>
      <form ref={form} onSubmit={(event) => void submit(event, report)}>
        {NUMBERS.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            pointer={`#/${name}`}
            error={error}
            inputMode="numeric"
            value={draft[name]}
            onValue={(value) => setDraft({ ...draft, [name]: value })}
          />
        ))}
        <ChoiceField
          label="Outcome"
          pointer="#/outcome"
          error={error}
          value={draft.outcome}
          choices={OUTCOMES}
          onValue={(outcome) => setDraft({ ...draft, outcome })}
        />
        <TextField
          label="Error"
          hint="What went wrong, for the people who read this screen."
          pointer="#/error"
          error={error}
          maxLength={1000}
          value={draft.error}
          onValue={(text) => setDraft({ ...draft, error: text })}
        />
        <Failure error={error} fields={FIELDS} />
        <div class="actions">
          <button type="submit" disabled={isBusy}>
            Report
          </button>
          <Progress isBusy={isBusy} />
        </div>
      </form>
      <ApiCalls calls={[{ method: 'POST', path: `${broadcastPath(broadcast.id)}/report`, body }]} />
    </>
  );
}
