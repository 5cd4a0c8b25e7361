import { State } from '#console/parts/state.tsx';
import { When } from '#console/parts/when.tsx';
import type { Message } from './conversation-reads.ts';
import { explanationOf } from './message-explanation.ts';
import { contentOf } from './message-news.ts';

/** One message: who wrote it, its text, its status, and what its status means. */
export function MessageItem({ message, contact }: { readonly message: Message; readonly contact: string }) {
  const { direction, status, status_at: at, error_code: code } = message;
  const explanation = explanationOf(message);
  return (
    <li class={`message ${direction}`}>
      <span class="spoken">{direction === 'in' ? <bdi>{contact}</bdi> : 'Your workspace'}</span>
      <Content message={message} />
      <p class="soft">
        {direction === 'out' && <State name={status} />}{' '}
        <When at={direction === 'out' ? at : (message.sent_at ?? at)} />
      </p>
      {explanation !== undefined && (
        <p>
          {explanation} {code !== null && <code>{code}</code>}
        </p>
      )}
    </li>
  );
}

function Content({ message: { type, text, template, media_id: media } }: { readonly message: Message }) {
  if (template !== null)
    return (
      <>
        <p>
          Template <code>{template.name}</code> ({template.language})
        </p>
        {template.parameters.length > 0 && (
          <ol>
            {template.parameters.map((parameter, index) => (
              <li key={index} dir="auto">
                {parameter}
              </li>
            ))}
          </ol>
        )}
      </>
    );
  return (
    <>
      {type !== 'text' && (
        <p class="soft">
          {contentOf({ type })}
          {media !== null && (
            <>
              {' '}
              in the media library: <code>{media}</code>
            </>
          )}
        </p>
      )}
      {text !== null && (
        <p class="said" dir="auto">
          {text}
        </p>
      )}
    </>
  );
}
