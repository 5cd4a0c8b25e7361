import { useEffect } from 'preact/hooks';

/** Reports a value of a form to the rest of the screen, whenever it has changed. */
export function Reported<T>({ value, report }: { readonly value: T; readonly report: (value: T) => void }) {
  const text = JSON.stringify(value);
  useEffect(() => report(value), [text]);
  return null;
}
