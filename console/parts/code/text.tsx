import { CodeBlock, type CodeBlockProps } from './code-block.tsx';
import { tokensOf } from './json-tokens.ts';

/** Text of customers and receivers: shown as it is, never as markup. JSON has colours. */
export function Text(block: CodeBlockProps) {
  return (
    <CodeBlock {...block}>
      {tokensOf(block.text)?.map(({ kind, text: part }, index) =>
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
