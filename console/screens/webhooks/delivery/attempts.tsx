import { Timeline } from '#console/parts/timeline.tsx';
import { When } from '#console/parts/when.tsx';
import { OutcomeBadge } from '#console/screens/webhooks/outcome-badge.tsx';
import { Panel } from '#console/screens/webhooks/panel.tsx';
import type { Attempt, ShownDelivery } from './delivery-reads.ts';

/** The most attempts of a delivery. */
const MAX_ATTEMPTS = 6;

/** The event, every attempt and the next one, newest first. Each attempt is a link that shows its response. */
export function Attempts({
  shown: { attempts, next_attempt_at: next, created_at: created },
  chosen,
}: {
  readonly shown: ShownDelivery;
  readonly chosen: Attempt | undefined;
}) {
  return (
    <Panel
      title="Attempts"
      beside={
        attempts.length > 0 && (
          <span class="soft">
            {attempts.length} of at most {MAX_ATTEMPTS}
          </span>
        )
      }
    >
      {attempts.length === 0 && <p>There was no attempt yet.</p>}
      <Timeline
        points={[
          ...(next === null
            ? []
            : [
                {
                  key: 'next',
                  kind: 'warn' as const,
                  content: (
                    <>
                      <strong>Next attempt</strong>
                      <p class="soft">
                        <When at={next} />
                      </p>
                    </>
                  ),
                },
              ]),
          ...attempts.toReversed().map((attempt) => ({
            key: attempt.number,
            kind: attempt.outcome === 'success' ? ('good' as const) : ('bad' as const),
            content: <AttemptLink attempt={attempt} isChosen={attempt.number === chosen?.number} />,
          })),
          {
            key: 'created',
            kind: 'start' as const,
            content: (
              <>
                <strong>Event</strong>
                <p class="soft">
                  <When at={created} />
                </p>
              </>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function AttemptLink({ attempt, isChosen }: { readonly attempt: Attempt; readonly isChosen: boolean }) {
  return (
    <a class="attempt" href={`?attempt=${attempt.number}`} aria-current={isChosen ? 'true' : undefined}>
      <strong>Attempt {attempt.number}</strong> <OutcomeBadge attempt={attempt} />{' '}
      <span class="soft push">{attempt.duration_ms} ms</span>
      <span class="soft when">
        <When at={attempt.started_at} />
      </span>
    </a>
  );
}
