import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import type { components } from '#clients/typescript/schema.d.ts';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Button } from '#console/parts/button.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { CheckList } from '#console/parts/fields/check-list.tsx';
import { withElement } from '#console/parts/fields/draft-fields.ts';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { fromLocalTime, toLocalTime } from '#console/parts/local-time.ts';
import { Failure, Loading, Progress } from '#console/parts/notices.tsx';
import { State } from '#console/parts/state.tsx';
import { type Endpoint, endpointPath } from '#console/screens/webhooks/endpoint-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { ApiProblemError, bodyOf, isShownAt } from '#console/session/problem.ts';
import { useCommand } from '#console/session/use-command.ts';
import { useQuery } from '#console/session/use-query.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { EndpointFrame } from './endpoint.tsx';
import { FormPart } from './form-part.tsx';

type States = components['schemas']['Recovery']['states'];
type Counted = {
  readonly data: { readonly matched: number; readonly count_complete: boolean };
  readonly warnings: readonly { readonly detail: string }[];
};

const STATES = [
  ['failed', 'failed'],
  ['cancelled', 'cancelled by an edit, a pause or a takeover'],
] as const;
const FIELDS = ['#/since', '#/until', '#/states'];
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/u;
const PROGRESS_MS = 1000;

/** Sends the deliveries of a time range again: counts them first, asks, and then shows the progress. */
export function EndpointRecover() {
  const { recovery } = useLocation().query;
  return (
    <EndpointFrame>
      {({ endpoint }) => (
        <>
          {recovery === undefined ? null : (
            <RecoveryProgress key={recovery} endpoint={endpoint.id} recovery={recovery} />
          )}
          <RecoverForm key={endpoint.id} endpoint={endpoint} />
        </>
      )}
    </EndpointFrame>
  );
}

function RecoverForm({ endpoint }: { readonly endpoint: Endpoint }) {
  const { session } = useSigned();
  const { timezone } = session.me.workspace;
  const { query, route } = useLocation();
  const place = `/console/endpoints/${endpoint.id}/recover`;
  const [since, setSince] = useState(() =>
    query['since'] === undefined ? toLocalTime(Date.now() - DAY_MS, timezone) : timeOf(query['since']),
  );
  const [until, setUntil] = useState(() => timeOf(query['until']));
  // What the form cannot show is reported instead of ignored, until the person changes the form.
  const [wrongUrl, setWrongUrl] = useState(() => problemOf(query));
  const [states, setStates] = useState<States>(() => statesOf(query['states']));
  const [counted, setCounted] = useState<Counted>();
  const count = useCommand();
  const start = useCommand();
  const error = start.error ?? count.error ?? wrongUrl;

  const body = {
    since: fromLocalTime(since, timezone),
    ...(until === '' ? {} : { until: fromLocalTime(until, timezone) }),
    states,
  };
  const params = { path: { endpoint: endpoint.id } };

  /** Changes the range or the states, which need another count. The URL contains both, so that a link shows the same form. */
  function change(changed: { since?: string; until?: string; states?: States }): void {
    const next = { since, until, states, ...changed };
    setSince(next.since);
    setUntil(next.until);
    setStates(next.states);
    setCounted(undefined);
    setWrongUrl(null);
    const filter = new URLSearchParams({ since: next.since, states: next.states.join(',') });
    if (next.until !== '') filter.set('until', next.until);
    route(`${place}?${filter}`, true);
  }

  async function ask(event: Event): Promise<void> {
    event.preventDefault();
    await count.run(async () => {
      const dryRun = { ...body, dry_run: true };
      // A dry run returns 200.
      const answer = await bodyOf(
        session.api.POST('/api/v1/workspace-webhooks/{endpoint}/recover', { params, body: dryRun }),
      );
      setCounted(answer);
    });
  }

  async function recover(): Promise<void> {
    await start.run(async (headers) => {
      const { data } = await bodyOf(
        session.api.POST('/api/v1/workspace-webhooks/{endpoint}/recover', { params, headers, body }),
      );
      setCounted(undefined);
      if ('id' in data) route(`${place}?recovery=${data.id}`);
    });
  }

  return (
    <form onSubmit={(event) => void ask(event)}>
      <FormPart
        title="Send deliveries again"
        about="The deliveries of a time range are counted first. Nothing is sent before you have seen the number."
      >
        {endpoint.state !== 'enabled' && (
          <Notice tone="warn">
            The endpoint is {endpoint.state}. Deliveries can be sent once it is enabled.
          </Notice>
        )}
        {endpoint.subscriptions.some(({ filter }) => filter) && (
          <p class="soft">A recovery does not send deliveries of events that the current filters exclude.</p>
        )}
        <TextField
          label="From"
          hint={`Time in ${timezone}. Payloads are kept for 7 days.`}
          pointer="#/since"
          error={error}
          type="datetime-local"
          step="1"
          required
          value={since}
          onValue={(time) => change({ since: time })}
        />
        <TextField
          label="Until"
          hint="If this field is empty, the range ends now."
          pointer="#/until"
          error={error}
          type="datetime-local"
          step="1"
          value={until}
          onValue={(time) => change({ until: time })}
        />
        <fieldset>
          <legend>Deliveries</legend>
          <CheckList
            choices={STATES}
            chosen={states}
            onCheck={(state, checked) => change({ states: [...withElement(states, state, checked)] })}
          />
          <FieldErrors pointer="#/states" error={error} />
        </fieldset>
        <Failure error={isShownAt(error, FIELDS) ? null : error} fields={FIELDS} />
        <RunningRecovery error={error} place={place} />
        <div class="actions">
          <button type="submit" class={counted ? 'quiet' : ''} disabled={count.isBusy || states.length === 0}>
            Count
          </button>
          {counted && counted.data.matched > 0 && (
            <Button
              label={`Send ${counted.data.matched} ${counted.data.count_complete ? '' : ' or more'} ${counted.data.matched === 1 && counted.data.count_complete ? 'delivery' : 'deliveries'} again`}
              disabled={start.isBusy}
              onClick={() => void recover()}
            />
          )}
          <Progress isBusy={count.isBusy || start.isBusy} />
        </div>
        <output>
          {counted && (
            <>
              {counted.data.matched === 0
                ? 'No delivery matches.'
                : `${counted.data.count_complete ? '' : 'At least '}${counted.data.matched} match.`}{' '}
              {counted.warnings.map(({ detail }) => detail).join(' ')}
            </>
          )}
        </output>
      </FormPart>
      <ApiCalls
        calls={[
          {
            method: 'POST',
            path: `${endpointPath(endpoint.id)}/recover`,
            body: { ...body, dry_run: true },
          },
          { method: 'POST', path: `${endpointPath(endpoint.id)}/recover`, body },
          { path: `${endpointPath(endpoint.id)}/recoveries/{recovery}` },
        ]}
      />
    </form>
  );
}

/** A link to the recovery that prevents another one. */
function RunningRecovery({ error, place }: { readonly error: Error | null; readonly place: string }) {
  if (!(error instanceof ApiProblemError) || error.extensions.recovery === undefined) return null;
  return (
    <p>
      <a href={`${place}?recovery=${error.extensions.recovery}`}>Show the running recovery</a>
    </p>
  );
}

function RecoveryProgress({ endpoint, recovery }: { readonly endpoint: string; readonly recovery: string }) {
  const { api } = useSigned().session;
  const { data, error } = useQuery(
    ['recovery', endpoint, recovery],
    () =>
      bodyOf(
        api.GET('/api/v1/workspace-webhooks/{endpoint}/recoveries/{recovery}', {
          params: { path: { endpoint, recovery } },
        }),
      ),
    (known) => (known?.data.state === 'running' ? PROGRESS_MS : false),
  );
  if (error) return <Failure error={error} />;
  if (!data) return <Loading />;
  const { state, resent, matched, count_complete, reason } = data.data;
  return (
    <section class="card-box progress-box" aria-live="polite">
      <h2>
        Recovery <State name={state} />
      </h2>
      <p>
        {state === 'running' && (
          <progress
            aria-label="Deliveries sent again"
            {...(count_complete ? { value: resent, max: Math.max(matched, 1) } : {})}
          />
        )}{' '}
        {resent} of {count_complete ? '' : 'at least '}
        {matched} {matched === 1 ? 'delivery was' : 'deliveries were'} sent again.
        {reason !== null && ` The recovery stopped early: ${reason}.`}
      </p>
      <p>
        <a href={`/console/endpoints/${endpoint}`}>See the deliveries</a>
      </p>
    </section>
  );
}

function statesOf(text = ''): States {
  const all = STATES.map(([state]) => state);
  const named = all.filter((state) => text.split(',').includes(state));
  return named.length > 0 ? named : all;
}

/** A local time of the URL; empty if a field for a time cannot show it. */
function timeOf(text = ''): string {
  return LOCAL_TIME.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}

/** What is wrong with the URL, at the fields that it names. */
function problemOf(query: Readonly<Record<string, string>>): ApiProblemError | null {
  const wrong = ['since', 'until'].filter((name) => query[name] && timeOf(query[name]) === '');
  const unknown = (query['states'] ?? '')
    .split(',')
    .filter((text) => text && !STATES.some(([each]) => each === text));
  const errors = [
    ...wrong.map((name) => ({
      pointer: `#/${name}`,
      detail: `The URL has no valid time here: ${query[name]}`,
    })),
    ...unknown.map((text) => ({
      pointer: '#/states',
      detail: `The URL has a state that does not exist: ${text}`,
    })),
  ].map((each) => ({ ...each, code: 'invalid_format' as const }));
  return errors.length === 0 ? null : new ApiProblemError(422, { errors });
}
