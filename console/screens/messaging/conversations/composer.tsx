import { useRef, useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { countOf, numberOf } from '#console/parts/counted.ts';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { Field } from '#console/parts/fields/field.tsx';
import { Select } from '#console/parts/fields/select.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { TemplateFields } from '#console/screens/messaging/numbers/template-fields.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import { type Running, useCommand } from '#console/session/use-command.ts';
import { excessOf, type TextLimit, textLimitOf } from '#shared/messaging/domain/text-limit.ts';
import { isVisible } from '#shared/platform/core/text.ts';
import { type Conversation, conversationPath, type NewMessage } from './conversation-reads.ts';
import { FileFields, NO_FILE } from './file-fields.tsx';
import { EMPTY_TEMPLATE, templateOf } from './template-draft.ts';
import { type Kind, withoutSent, type Writing } from './writing.ts';

/** A person with a touch screen has no Shift+Enter, so Enter begins a new line there. */
const hasKeyboard = (): boolean => !matchMedia('(pointer: coarse)').matches;

const TEMPLATE_POINTERS = {
  template: '#/template',
  name: '#/template/name',
  language: '#/template/language',
  parameters: '#/template/parameters',
};

/** What a person calls each kind of message. */
const NAMES: Readonly<Record<Kind, string>> = { text: 'a text', template: 'a template', file: 'a file' };

/** Writes the next message: a text, or a template or a file where the platform has them. What a person typed stays until it was sent. */
export function Composer({
  conversation,
  writing: { kinds: possible, why },
  onSent,
}: {
  readonly conversation: Conversation;
  readonly writing: Writing;
  readonly onSent: () => void;
}) {
  const { session } = useSigned();
  const { id, platform } = conversation;
  const [wanted, setWanted] = useState<Kind>('text');
  const [text, setText] = useState('');
  const [template, setTemplate] = useState(EMPTY_TEMPLATE);
  const [file, setFile] = useState(NO_FILE);
  const command = useCommand();
  const [sent, setSent] = useState<NewMessage>();
  // The key must be able to read the files that it chooses from.
  const kinds = possible.filter((each) => each !== 'file' || may(session, 'publishing:media:read'));
  const kind = kinds.find((each) => each === wanted) ?? kinds[0];
  const body = bodyOfKind();
  const path = `${conversationPath(id)}/messages`;
  // What was changed since then is not wrong any more.
  const error = JSON.stringify(sent) === JSON.stringify(body) ? command.error : null;

  function bodyOfKind(): NewMessage {
    if (kind === 'template') return { template: templateOf(template) };
    if (kind !== 'file') return { text: text.trim() };
    const caption = file.caption.trim();
    return { media: { id: file.id, ...(caption === '' ? {} : { text: caption }) } };
  }

  async function send(): Promise<void> {
    setSent(body);
    const isSent = await command.run((headers) =>
      bodyOf(
        session.api.POST('/api/v1/salesbot/conversations/{conversation}/messages', {
          params: { path: { conversation: id } },
          headers,
          body,
        }),
      ),
    );
    if (!isSent) return;
    if (body.template) setTemplate(EMPTY_TEMPLATE);
    if (body.media) setFile(NO_FILE);
    if (body.text !== undefined) setText((draft) => withoutSent(draft.trimStart(), body.text ?? ''));
    onSent();
  }

  return (
    <>
      {why !== undefined && <Notice tone="warn">{why}</Notice>}
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
              <Select
                value={kind}
                choices={kinds.map((each) => [each, NAMES[each]] as const)}
                onValue={setWanted}
              />
            </label>
          )}
          {kind === 'text' && (
            <TextFields
              limit={textLimitOf(platform)}
              text={text}
              error={error}
              command={command}
              onChange={setText}
              onSend={() => void send()}
            />
          )}
          {kind === 'template' && (
            <TemplateFields
              number={conversation.phone_number_id}
              draft={template}
              error={error}
              pointers={TEMPLATE_POINTERS}
              hint="The values of the placeholders in their order, one a line."
              onChange={setTemplate}
            />
          )}
          {kind === 'template' && (
            <div class="actions">
              <button
                type="submit"
                disabled={template.name === '' || template.language === '' || command.isBusy}
              >
                Send
              </button>
              <Progress isBusy={command.isBusy} />
            </div>
          )}
          {kind === 'file' && (
            <FileFields draft={file} error={error} isBusy={command.isBusy} onChange={setFile} />
          )}
          <Failure error={error} fields={['#/text', '#/template', '#/media']} />
        </form>
      )}
      <ApiCalls
        calls={[{ path }, ...(kind === undefined ? [] : [{ method: 'POST' as const, path, body }])]}
      />
    </>
  );
}

function TextFields({
  limit,
  text,
  error,
  command: { isBusy },
  onChange,
  onSend,
}: {
  readonly limit: TextLimit;
  readonly text: string;
  readonly error: Error | null;
  readonly command: Running;
  readonly onChange: (text: string) => void;
  readonly onSend: () => void;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const excess = excessOf(text.trim(), limit);
  const isSendable = isVisible(text) && excess <= 0;

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
          {numberOf(limit.most + excess)} of {numberOf(limit.most)} characters
          {hasKeyboard() && ' · Enter sends, Shift+Enter begins a new line'}
        </span>
        <output class="errors">{excess > 0 && `Remove ${countOf(excess, 'character')}.`}</output>
      </div>
    </>
  );
}
