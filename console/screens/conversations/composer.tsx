import { useRef, useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Field } from '#console/parts/field.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { type Running, useCommand } from '#console/session/use-command.ts';
import { type Conversation, conversationPath, type NewMessage } from './conversation-reads.ts';
import { EMPTY_TEMPLATE, templateOf } from './template-draft.ts';
import { TemplateFields } from './template-fields.tsx';
import { lengthOf, mostCharacters, withoutSent, type Writing } from './writing.ts';

const NUMBERS = new Intl.NumberFormat('en');

/** A person with a touch screen has no Shift+Enter, so Enter begins a new line there. */
const hasKeyboard = (): boolean => !matchMedia('(pointer: coarse)').matches;

/** Writes the next message: a text, or a template where the platform has them. What a person typed stays until it was sent. */
export function Composer({
  conversation,
  writing: { kinds, why },
  onSent,
}: {
  readonly conversation: Conversation;
  readonly writing: Writing;
  readonly onSent: () => void;
}) {
  const { api } = useSigned().session;
  const { id, platform } = conversation;
  const [wanted, setWanted] = useState<'text' | 'template'>('text');
  const [text, setText] = useState('');
  const [template, setTemplate] = useState(EMPTY_TEMPLATE);
  const command = useCommand();
  const [sent, setSent] = useState<NewMessage>();
  const kind = kinds.find((each) => each === wanted) ?? kinds[0];
  const body: NewMessage = kind === 'template' ? { template: templateOf(template) } : { text: text.trim() };
  const path = `${conversationPath(id)}/messages`;
  // What was changed since then is not wrong any more.
  const error = JSON.stringify(sent) === JSON.stringify(body) ? command.error : null;

  async function send(): Promise<void> {
    setSent(body);
    const isSent = await command.run((headers) =>
      bodyOf(
        api.POST('/api/v1/salesbot/conversations/{conversation}/messages', {
          params: { path: { conversation: id } },
          headers,
          body,
        }),
      ),
    );
    if (!isSent) return;
    if (body.text === undefined) setTemplate(EMPTY_TEMPLATE);
    else setText((draft) => withoutSent(draft.trimStart(), body.text ?? ''));
    onSent();
  }

  return (
    <>
      {why !== undefined && <p class="notice">{why}</p>}
      {kind !== undefined && (
        <form
          class="composer"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          {kinds.length > 1 && (
            <label>
              Send{' '}
              <select
                value={kind}
                onChange={({ currentTarget }) =>
                  setWanted(currentTarget.value === 'template' ? 'template' : 'text')
                }
              >
                <option value="text">a text</option>
                <option value="template">a template</option>
              </select>
            </label>
          )}
          {kind === 'text' ? (
            <TextFields
              most={mostCharacters(platform)}
              text={text}
              error={error}
              command={command}
              onChange={setText}
              onSend={() => void send()}
            />
          ) : (
            <TemplateFields
              number={conversation.phone_number_id}
              draft={template}
              error={error}
              isBusy={command.isBusy}
              onChange={setTemplate}
            />
          )}
          <Failure error={error} fields={['#/text', '#/template']} />
        </form>
      )}
      <ApiCalls
        calls={[{ path }, ...(kind === undefined ? [] : [{ method: 'POST' as const, path, body }])]}
      />
    </>
  );
}

function TextFields({
  most,
  text,
  error,
  command: { isBusy },
  onChange,
  onSend,
}: {
  readonly most: number;
  readonly text: string;
  readonly error: Error | null;
  readonly command: Running;
  readonly onChange: (text: string) => void;
  readonly onSend: () => void;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const length = lengthOf(text);
  const excess = length - most;
  const isSendable = length > 0 && excess <= 0;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || !hasKeyboard()) return;
    event.preventDefault();
    if (isSendable && !isBusy) onSend();
  }

  return (
    <>
      <Field label="Message" pointer="#/text" error={error}>
        {(control) => (
          <textarea
            {...control}
            ref={area}
            rows={2}
            dir="auto"
            aria-describedby={[control['aria-describedby'], 'composer-hint'].filter(Boolean).join(' ')}
            aria-invalid={excess > 0 ? true : control['aria-invalid']}
            value={text}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <div class="actions">
        <button
          type="submit"
          disabled={!isSendable || isBusy}
          // The button is disabled while the message is on its way, and the next thing to do is to write.
          onClick={() => area.current?.focus()}
        >
          Send
        </button>
        <Progress isBusy={isBusy} />
        <span id="composer-hint" class="soft">
          {NUMBERS.format(length)} of {NUMBERS.format(most)} characters
          {hasKeyboard() && ' · Enter sends, Shift+Enter begins a new line'}
        </span>
        <output class="errors">
          {excess > 0 && `Remove ${NUMBERS.format(excess)} ${excess === 1 ? 'character' : 'characters'}.`}
        </output>
      </div>
    </>
  );
}
