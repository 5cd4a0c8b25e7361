import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '#console/parts/button.tsx';
import { AskedCommand, Command } from '#console/parts/command.tsx';
import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { type Once, useCommand } from '#console/session/use-command.ts';
import { useAssignees } from './assignees.ts';
import type { Conversation } from './conversation-reads.ts';
import { OpenConversation } from './open-conversation.tsx';

/** Who answers, and the end of the conversation. */
export function ConversationControls({ conversation }: { readonly conversation: Conversation }) {
  const { id, status } = conversation;
  const { api } = useSigned().session;
  const params = { path: { conversation: id } };
  return (
    <div class="actions">
      <Assignment conversation={conversation} />
      {status === 'open' ? (
        <AskedCommand
          label="Close"
          title="Close the conversation?"
          send={(headers) =>
            bodyOf(api.POST('/api/v1/salesbot/conversations/{conversation}/close', { params, headers }))
          }
        >
          <p>
            Nothing can be sent until the conversation is reopened. Messages that are queued are still sent.
            The next message of the contact opens a new conversation.
          </p>
        </AskedCommand>
      ) : (
        <Reopen conversation={id} />
      )}
    </div>
  );
}

function Reopen({ conversation }: { readonly conversation: string }) {
  const { api } = useSigned().session;
  const { run, isBusy, error } = useCommand();
  const params = { path: { conversation } };
  return (
    <>
      <Button
        label="Reopen"
        disabled={isBusy}
        onClick={() =>
          void run((headers) =>
            bodyOf(api.POST('/api/v1/salesbot/conversations/{conversation}/reopen', { params, headers })),
          )
        }
      />
      <Progress isBusy={isBusy} />
      <Failure error={error} />
      <OpenConversation error={error} />
    </>
  );
}

function Assignment({ conversation }: { readonly conversation: Conversation }) {
  const { me } = useSigned().session;
  const [isChoosing, setChoosing] = useState(false);
  const assign = useAssign(conversation.id);
  const button = useRef<HTMLButtonElement>(null);
  const wasChoosing = useRef(false);
  useEffect(() => {
    // The form with the focus has left the page.
    if (wasChoosing.current && !isChoosing) button.current?.focus();
    wasChoosing.current = isChoosing;
  }, [isChoosing]);
  const { assigned_to: assignee } = conversation;
  const isMine = assignee?.id === me.member.id;
  return (
    <>
      <span>
        {assignee === null ? (
          'Assigned to nobody'
        ) : (
          <>
            Assigned to <bdi>{assignee.name}</bdi>
          </>
        )}
      </span>
      {isChoosing ? (
        <AssignForm conversation={conversation} onEnd={() => setChoosing(false)} />
      ) : (
        <>
          {isMine ? (
            <Command label="Unassign" quiet send={(headers) => assign(headers, null)} />
          ) : (
            <Command label="Assign to me" quiet send={(headers) => assign(headers, me.member.id)} />
          )}
          <button type="button" class="quiet" ref={button} onClick={() => setChoosing(true)}>
            Assign to another person
          </button>
        </>
      )}
    </>
  );
}

/** A choice with a button, because the arrow keys of a list would assign the conversation to each person in turn. */
function AssignForm({
  conversation,
  onEnd,
}: {
  readonly conversation: Conversation;
  readonly onEnd: () => void;
}) {
  const members = useAssignees();
  const assign = useAssign(conversation.id);
  const { run, isBusy, error } = useCommand();
  const [chosen, setChosen] = useState(conversation.assigned_to?.id ?? '');
  const member = chosen === '' ? null : chosen;
  const form = useRef<HTMLFormElement>(null);
  // The button with the focus has left the page. Before the form is painted, so that no key press is lost.
  useLayoutEffect(() => form.current?.querySelector('select')?.focus(), []);
  const { assigned_to: current } = conversation;
  const known = members.data ?? [];
  const missing = current && known.every(({ id }) => id !== current.id) ? [current] : [];
  const choices: readonly (readonly [string, string])[] = [
    ['', 'nobody'],
    ...[...known, ...missing].map(({ id, name }) => [id, name ?? id] as const),
  ];

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (await run((headers) => assign(headers, member))) onEnd();
  }

  return (
    <form class="actions" ref={form} onSubmit={(event) => void submit(event)}>
      <ChoiceField
        label="Member"
        pointer="#/member_id"
        error={error}
        value={chosen}
        choices={choices}
        onValue={setChosen}
      />
      <Failure error={members.error ?? error} fields={['#/member_id']} />
      <button type="submit" disabled={isBusy}>
        Assign
      </button>
      <Button label="Cancel" quiet onClick={onEnd} />
      <Progress isBusy={isBusy} />
    </form>
  );
}

function useAssign(conversation: string) {
  const { api } = useSigned().session;
  return (headers: Once, member: string | null) =>
    bodyOf(
      api.POST('/api/v1/salesbot/conversations/{conversation}/assign', {
        params: { path: { conversation } },
        headers,
        body: { member_id: member },
      }),
    );
}
