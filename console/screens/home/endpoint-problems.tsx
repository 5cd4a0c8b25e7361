import { KeyRound, Pause } from 'lucide';
import type { ComponentChildren } from 'preact';
import { State } from '#console/parts/state.tsx';
import { useNow, When } from '#console/parts/when.tsx';
import {
  type Endpoint,
  ENDPOINTS_KEY,
  isFailing,
  mayManageEndpoints,
  readEndpoints,
} from '#console/screens/webhooks/endpoint-reads.ts';
import { EndpointControls } from '#console/screens/webhooks/endpoint/endpoint-controls.tsx';
import { useSigned } from '#console/session/context.ts';
import { useAllowed } from '#console/session/use-allowed.ts';
import type { Loaded } from '#console/session/use-query.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import {
  CALM_MS,
  CHANGING_MS,
  failuresOf,
  retryText,
  useLatestFailures,
  useOlderFailure,
} from './failures.ts';
import { ProblemRow } from './problem-row.tsx';
import type { Found, Problem } from './problem.ts';

/** Home reminds of the end of a rotation when its notification is due. */
const ROTATION_NOTICE_MS = 4 * HOUR_MS;
/** For so many endpoints, Home looks for a failed delivery that is not one of the latest. Each needs one or two requests. */
const MAX_OLDER = 5;

/** The endpoints that the key can see; null if it can see none. */
export function useHomeEndpoints(): Loaded<readonly Endpoint[] | null> {
  const { session } = useSigned();
  return useAllowed<readonly Endpoint[]>(
    mayManageEndpoints(session),
    ENDPOINTS_KEY,
    () => readEndpoints(session),
    (known) => (known?.some(isFailing) ? CHANGING_MS : CALM_MS),
  );
}

/** Endpoints that are suspended, failing or paused, and rotations that end soon. */
export function useEndpointProblems(): Found {
  const now = useNow(MINUTE_MS);
  const read = useHomeEndpoints();
  const failing = read.data?.filter(({ stats }) => stats.consecutive_failures > 0) ?? [];
  const problems = (read.data ?? []).flatMap((endpoint): Problem[] => {
    const isEnding = isRotationEnding(endpoint, now);
    const kind = kindOf(endpoint, isEnding);
    if (kind === undefined) return [];
    const looksBack = failing.indexOf(endpoint) < MAX_OLDER;
    const row = <EndpointProblem endpoint={endpoint} isEnding={isEnding} looksBack={looksBack} />;
    return [{ id: endpoint.id, kind, row }];
  });
  return { problems, reads: [read] };
}

type Row = { readonly endpoint: Endpoint; readonly isEnding: boolean };

function EndpointProblem({ looksBack, ...row }: Row & { readonly looksBack: boolean }) {
  return row.endpoint.stats.consecutive_failures > 0 ? (
    <FailedRow {...row} looksBack={looksBack} />
  ) : (
    <EndpointRow {...row} />
  );
}

/** With the newest delivery that has a failed attempt, and how many deliveries are retried. */
function FailedRow({ endpoint, isEnding, looksBack }: Row & { readonly looksBack: boolean }) {
  const { data } = useLatestFailures();
  const failures = data && failuresOf(endpoint, data);
  const last = failures?.last;
  const attempt = last?.attempts.at(-1);
  const link = failures && !last && looksBack ? <OlderFailure endpoint={endpoint.id} /> : undefined;
  return (
    <EndpointRow
      endpoint={endpoint}
      isEnding={isEnding}
      link={
        last ? (
          <FailedDelivery endpoint={endpoint.id} delivery={last.id} />
        ) : (
          (link ?? (failures && <FailedDelivery endpoint={endpoint.id} delivery={undefined} />))
        )
      }
    >
      {failures && retryText(failures)}
      {failures?.nextAt !== undefined && (
        <>
          {' '}
          Next attempt: <When at={failures.nextAt} />
          {attempt && ' ·'}
        </>
      )}
      {attempt && (
        <>
          {' '}
          Last failure: <bdi>{attempt.error ?? attempt.outcome}</bdi> <When at={attempt.started_at} />
        </>
      )}
    </EndpointRow>
  );
}

function EndpointRow({
  endpoint,
  isEnding,
  link,
  children,
}: Row & {
  /** The link to the failed delivery. */
  readonly link?: ComponentChildren;
  /** What is known about the failures. */
  readonly children?: ComponentChildren;
}) {
  const { id, name, url } = endpoint;
  const state = isFailing(endpoint) ? 'failing' : endpoint.state;
  return (
    <ProblemRow
      {...looksOf(state)}
      title={
        <>
          <a href={`/console/endpoints/${id}`}>
            <bdi>{name}</bdi>
          </a>{' '}
          <State name={state} />
        </>
      }
      actions={
        <>
          {link}
          <EndpointControls endpoint={endpoint} />
        </>
      }
    >
      <p class="attention-url">
        <bdi>{url}</bdi>
      </p>
      {(state !== 'enabled' || children !== undefined) && (
        <p class={children === undefined ? undefined : 'attention-lines'}>
          {state !== 'enabled' && whatIsWrong(endpoint)} {children}
        </p>
      )}
      {isEnding && (
        <p>
          Make sure that the receiver has the new signing secret. The previous signing secret expires{' '}
          <When at={endpoint.secret_rotation.previous_secret_expires_at} />{' '}
          <a href={`/console/endpoints/${id}/secret`}>See the signing secret</a>
        </p>
      )}
    </ProblemRow>
  );
}

function OlderFailure({ endpoint }: { readonly endpoint: string }) {
  const { data } = useOlderFailure(endpoint);
  return data ? <FailedDelivery endpoint={endpoint} delivery={data.id} /> : null;
}

/** The way to a failed delivery, or to the list of them. */
function FailedDelivery({
  endpoint,
  delivery,
}: {
  readonly endpoint: string;
  readonly delivery: string | undefined;
}) {
  return delivery === undefined ? (
    <a class="button" href={`/console/endpoints/${endpoint}?state=failed`}>
      See the failed deliveries
    </a>
  ) : (
    <a class="button" href={`/console/deliveries/${endpoint}/${delivery}`}>
      See the failed delivery
    </a>
  );
}

/** What is wrong with an endpoint. A suspended one is first, because only a person can make it deliver again. */
function kindOf(endpoint: Endpoint, isEnding: boolean): Problem['kind'] | undefined {
  if (endpoint.state === 'suspended') return 'suspended';
  if (isFailing(endpoint)) return 'failing';
  if (isEnding) return 'rotation';
  return endpoint.state === 'paused' ? 'paused' : undefined;
}

function isRotationEnding(
  { secret_rotation: { previous_secret_expires_at: endsAt } }: Endpoint,
  now: number,
): boolean {
  return endsAt !== null && Date.parse(endsAt) - now <= ROTATION_NOTICE_MS && Date.parse(endsAt) > now;
}

function looksOf(state: string): Pick<Parameters<typeof ProblemRow>[0], 'tone' | 'icon'> {
  if (state === 'enabled') return { tone: 'warn', icon: KeyRound };
  return state === 'paused' ? { tone: 'calm', icon: Pause } : { tone: 'bad' };
}

function whatIsWrong({ state, stats, responsible_member }: Endpoint): string {
  const count = stats.consecutive_failures;
  const attempts = count === 1 ? '1 attempt' : `${count} attempts`;
  if (state === 'suspended')
    return `${responsible_member.name} is no longer an admin with access to the products of this endpoint. Deliveries are held. Another admin must take over the endpoint, which cancels the held deliveries, and can then recover them.`;
  if (state === 'paused')
    return 'The endpoint is paused. It never receives events that occur while it is paused.';
  return stats.last_success_at === null
    ? `No attempt succeeded, ${attempts} failed.`
    : `${attempts} failed since the last success.`;
}
