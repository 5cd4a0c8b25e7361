import type { ComponentChildren } from 'preact';

/** The head of a screen: what it shows, its state, short facts, and what can be done with it. */
export function PageHead({
  title,
  state,
  facts,
  children,
}: {
  readonly title: ComponentChildren;
  readonly state?: ComponentChildren;
  readonly facts?: ComponentChildren;
  /** The actions. */
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="title">
      <div class="head-text">
        <div class="head-title">
          <h1>{title}</h1>
          {state}
        </div>
        {facts}
      </div>
      {children}
    </div>
  );
}
