import { CodeBlock } from './code-block.tsx';
import { tokensOf } from './json-tokens.ts';

/** Text of customers and receivers: shown as it is, never as markup. JSON has colours. */
export function Text({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <CodeBlock title={title} text={text}>
      {tokensOf(text)?.map(({ kind, text: part }, index) =>
        kind === 'space' ? (
          part
        ) : (
          <span key={index} class={`token-${kind}`}>
            {part}
          </span>
        ),
      )}
    </CodeBlock>
  );
}
