import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { AskedCommand, Command } from '#console/parts/command.tsx';
import { Saved } from '#console/parts/notices.tsx';
import { Overlap, Rotate } from '#console/parts/rotation.tsx';
import { State } from '#console/parts/state.tsx';
import { When } from '#console/parts/when.tsx';
import { ShownSecret } from '#console/screens/webhooks/shown-secret.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf, dataOf, deletion } from '#console/session/problem.ts';
import { conditionName } from './conditions.ts';
import { EditTarget } from './edit-target.tsx';
import type { Notification, Target } from './notification-reads.ts';

const KIND_NAMES = { https: 'HTTPS', slack: 'Slack', email: 'E-mail' } as const;

const STATE_SENTENCES: Readonly<Record<Target['state'], string>> = {
  active: 'The owner of the address has confirmed it.',
  pending_confirmation:
    'Nothing is sent until the owner of the address opens the link in the mail and confirms.',
  unsubscribed: 'The owner of the address has unsubscribed. Nothing is sent until the owner confirms again.',
};

/** A target: where it is, what it is notified about, and its last notification. */
export function TargetCard({
  target,
  last,
  onTest,
}: {
  readonly target: Target;
  /** The newest notification to the target, if it is among the newest of the workspace. */
  readonly last: Notification | undefined;
  readonly onTest: (notification: string) => void;
}) {
  const { api } = useSigned().session;
  const params = { path: { target: target.id } };
  const [isEditing, setEditing] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [secret, setSecret] = useState<string>();
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The form with the focus has left the page.
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const { kind, url, email, url_hint: urlHint, secret_hint: secretHint, state } = target;
  const overlapEndsAt = overlapOf(target);
  return (
    <article>
      <h3>
        <bdi>{target.name}</bdi>
      </h3>
      <p class="url">
        {KIND_NAMES[kind]} · <bdi>{url ?? urlHint ?? email}</bdi>
      </p>
      {kind === 'email' && <p>{STATE_SENTENCES[state]}</p>}
      {secretHint !== null && (
        <p>
          The signing secret ends in <code>{secretHint}</code>.
        </p>
      )}
      {overlapEndsAt !== null && <Overlap signed="notifications" endsAt={overlapEndsAt} />}
      {secret !== undefined && (
        <>
          <ShownSecret secret={secret} />
          <Button label="I have stored the secret" quiet onClick={() => setSecret(undefined)} />
        </>
      )}
      <ul>
        {target.conditions.map((condition) => (
          <li key={condition}>
            {conditionName(condition)}
            {condition === 'attempts_exhausted' && ` for ${deliveries(target.exhausted_after)}`}
          </li>
        ))}
      </ul>
      {last && (
        <p>
          Last notification: <State name={last.state} />{' '}
          {last.last_status_code !== null && `status ${last.last_status_code}`} <When at={last.created_at} />
        </p>
      )}
      {isEditing ? (
        <EditTarget
          target={target.id}
          onEnd={(hasChanged) => {
            setSaved(hasChanged);
            setEditing(false);
          }}
        />
      ) : (
        <div class="actions">
          <TargetCommands target={target} onTest={onTest} onSecret={setSecret} />
          <button type="button" class="quiet" ref={edit} onClick={() => setEditing(true)}>
            Edit
          </button>
          <AskedCommand
            label="Delete"
            isFinal
            title="Delete the target?"
            send={() => deletion(api.DELETE('/api/v1/notification-targets/{target}', { params }))}
          >
            <p>
              <bdi>{target.name}</bdi> is not notified any more, and its pending notifications are cancelled.
              The log keeps its entries. It cannot be undone.
            </p>
          </AskedCommand>
          {isSaved && <Saved />}
        </div>
      )}
    </article>
  );
}

/** Such as “10 deliveries”. */
export function deliveries(count: number): string {
  return `${count} ${count === 1 ? 'delivery' : 'deliveries'}`;
}

/** A test for an active target and another mail for the others, and the rotation of the secret that a target of the kind `https` has. */
function TargetCommands({
  target,
  onTest,
  onSecret,
}: {
  readonly target: Target;
  readonly onTest: (notification: string) => void;
  readonly onSecret: (secret: string) => void;
}) {
  const { api } = useSigned().session;
  const params = { path: { target: target.id } };
  return (
    <>
      {target.state === 'active' ? (
        <Command
          key="test"
          label="Send a test"
          send={async (headers) => {
            const answer = api.POST('/api/v1/notification-targets/{target}/test', { params, headers });
            onTest((await dataOf(answer)).id);
          }}
        />
      ) : (
        <Command
          key="confirmation"
          label="Send the confirmation again"
          send={(headers) =>
            bodyOf(api.POST('/api/v1/notification-targets/{target}/resend-confirmation', { params, headers }))
          }
        />
      )}
      {target.kind === 'https' && (
        <Rotate
          signed="notifications"
          isRotating={overlapOf(target) !== null}
          send={async (body, headers) => {
            const path = '/api/v1/notification-targets/{target}/rotate-secret';
            return (await bodyOf(api.POST(path, { params, headers, body }))).secret;
          }}
          onSecret={onSecret}
        />
      )}
    </>
  );
}

/** When the overlap of the last rotation ends; null if there is none. */
function overlapOf({ secret_rotation: rotation }: Target): string | null {
  return rotation?.previous_secret_expires_at ?? null;
}
