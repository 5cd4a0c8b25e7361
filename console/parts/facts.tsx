import type { ComponentChildren } from 'preact';
import { When } from './when.tsx';

/** A name and its value in a list of facts, which is a `dl`. */
export function Fact({
  name,
  children,
}: {
  readonly name: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** A fact that is a time. */
export function TimeFact({ name, at }: { readonly name: ComponentChildren; readonly at: string | null }) {
  return (
    <Fact name={name}>
      <When at={at} />
    </Fact>
  );
}

/** A time in a row, after what happened then. In a table the head of the column says it, and on a phone these words do. */
export function RowTime({
  words,
  at,
  keepsWords = false,
}: {
  readonly words: string;
  readonly at: string | null;
  /** Whether the head of the column does not say it. */
  readonly keepsWords?: boolean;
}) {
  return (
    <span>
      <span class={keepsWords ? undefined : 'word'}>{words} </span>
      <When at={at} />
    </span>
  );
}
