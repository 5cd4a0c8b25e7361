import { DraftForm } from '#console/parts/draft-form.tsx';
import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { fieldsOf, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
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
  const params = { path: { broadcast: broadcast.id } };
  return (
    <>
      <p class="soft">
        Use this form if your messaging system cannot report. A number never decreases, and an outcome ends
        the broadcast.
      </p>
      <DraftForm<ReportDraft>
        initial={{
          recipients: String(broadcast.recipients),
          sent: String(broadcast.sent),
          failed: String(broadcast.failed),
          outcome: '',
          error: '',
        }}
        submit="Report"
        send={(draft, headers) => {
          const body = reportOf(draft);
          return bodyOf(api.POST('/api/v1/broadcasts/{broadcast}/report', { params, headers, body }));
        }}
        errorFields={FIELDS}
        callsOf={(draft) => [
          { method: 'POST', path: `${broadcastPath(broadcast.id)}/report`, body: reportOf(draft) },
        ]}
      >
        {(fields) => <ReportFields {...fields} />}
      </DraftForm>
    </>
  );
}

function ReportFields(props: FieldsProps<ReportDraft>) {
  const field = fieldsOf(props);
  return (
    <>
      {NUMBERS.map(([name, label]) => (
        <TextField key={name} {...field(name)} label={label} inputMode="numeric" />
      ))}
      <ChoiceField {...field('outcome')} label="Outcome" choices={OUTCOMES} />
      <TextField
        {...field('error')}
        label="Error"
        hint="What went wrong, for the people who read this screen."
        maxLength={1000}
      />
    </>
  );
}
