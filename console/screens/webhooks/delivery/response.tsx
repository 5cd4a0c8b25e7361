import { BarList } from '#console/parts/charts/bar-list.tsx';
import { Text } from '#console/parts/code/text.tsx';
import { OutcomeBadge } from '#console/screens/webhooks/outcome-badge.tsx';
import { Panel } from '#console/screens/webhooks/panel.tsx';
import { useSigned } from '#console/session/context.ts';
import type { Attempt } from './delivery-reads.ts';
import { comparisonOf, meaningOf } from './response-meaning.ts';

/** The response of the chosen attempt, what it says about the receiver, and how long each attempt took. */
export function Response({
  chosen,
  attempts,
}: {
  readonly chosen: Attempt;
  readonly attempts: readonly Attempt[];
}) {
  return (
    <>
      <header>
        <h2>Response</h2>
        <OutcomeBadge attempt={chosen} />
        <span class="soft push">after {chosen.duration_ms} ms</span>
      </header>
      {chosen.error !== null && (
        <p>
          <bdi>{chosen.error}</bdi>
        </p>
      )}
      <ResponseBody attempt={chosen} />
      <WhatThisMeans chosen={chosen} attempts={attempts} />
      {attempts.length > 1 && (
        <Panel title="Duration of the attempts">
          <BarList
            label="Duration of the attempts"
            isBad={attempts.every(({ outcome }) => outcome !== 'success')}
            rows={attempts.map(({ number, duration_ms: duration }) => ({
              key: String(number),
              name: `Attempt ${number}`,
              count: duration,
              more: 'ms',
            }))}
          />
        </Panel>
      )}
    </>
  );
}

function ResponseBody({
  attempt: { status_code: status, outcome, response_text: text },
}: {
  readonly attempt: Attempt;
}) {
  if (typeof text === 'string') return <Text title="Response body, its first 512 bytes" text={text} />;
  if (status === null) return <p class="soft">There was no response.</p>;
  return (
    <p class="soft">
      {outcome === 'success'
        ? 'The body of a response with a 2xx status is not stored.'
        : 'The response had no body, or the body has expired.'}
    </p>
  );
}

function WhatThisMeans({
  chosen,
  attempts,
}: {
  readonly chosen: Attempt;
  readonly attempts: readonly Attempt[];
}) {
  const { timeFormat } = useSigned();
  const meaning = meaningOf(chosen);
  const comparison = comparisonOf(attempts);
  if (!meaning) return null;
  return (
    <Panel title="What this means">
      <p>
        <strong>{meaning.name}</strong> {meaning.sentence}
      </p>
      {chosen.outcome !== 'success' && (
        <p class="soft">
          {comparison}{' '}
          {chosen.status_code !== null && (
            <>
              The log of your server at{' '}
              <time dateTime={chosen.started_at}>{timeFormat.format(new Date(chosen.started_at))}</time> says
              more.
            </>
          )}
        </p>
      )}
    </Panel>
  );
}
