import { Check, X } from 'lucide';
import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '#console/parts/button.tsx';
import { Icon } from '#console/parts/icon.tsx';

/** How long a toast stays, unless the pointer or the focus is on it. */
const SHOWN_MS = 6000;

/** What was done, and what a person may want to do next. Errors are never toasts: they stay at their place. */
export type Done = {
  readonly words: ComponentChildren;
  readonly next?: { readonly label: string; readonly href: string };
};

const ToastContext = createContext<(done: Done) => void>(() => undefined);

/** Returns the function that says that something was done, also after its control has left the page. */
export function useToast(): (done: Done) => void {
  return useContext(ToastContext);
}

/** The place of all toasts. Only the last one is shown. */
export function ToastPlace({ children }: { readonly children: ComponentChildren }) {
  const [shown, setShown] = useState<{ readonly done: Done; readonly number: number }>();
  const count = useRef(0);
  const show = useCallback((done: Done) => {
    count.current += 1;
    setShown({ done, number: count.current });
  }, []);
  return (
    <ToastContext.Provider value={show}>
      {children}
      {/* It is in the page before it says something, because screen readers announce changes. */}
      <output class="toasts">
        {shown && <Toast key={shown.number} done={shown.done} onEnd={() => setShown(undefined)} />}
      </output>
    </ToastContext.Provider>
  );
}

function Toast({ done, onEnd }: { readonly done: Done; readonly onEnd: () => void }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(onEnd, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  return (
    <span
      class="toast"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <Icon node={Check} />
      <span>{done.words}</span>
      {done.next && (
        <a href={done.next.href} onClick={onEnd}>
          {done.next.label}
        </a>
      )}
      <IconButton label="Close the message" icon={X} onClick={onEnd} />
    </span>
  );
}
