import { useEffect, useRef } from 'preact/hooks';

/** Reports whether an element is within this distance of the window: at first, when that changes, and when `inputs` change. */
export function useNear<E extends Element>(
  distance: string,
  report: (isNear: boolean, height: number) => void,
  inputs: readonly unknown[],
) {
  const element = useRef<E>(null);
  const current = useRef(report);
  current.current = report;
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last) current.current(last.isIntersecting, last.boundingClientRect.height);
      },
      { rootMargin: `${distance} 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, inputs);
  return element;
}
