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

/** A time in a row, after what happened then. */
export function RowTime({ words, at }: { readonly words: string; readonly at: string | null }) {
  return (
    <span>
      {words} <When at={at} />
    </span>
  );
}
