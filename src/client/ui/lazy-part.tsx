import { type ComponentType, lazy, memo, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';

import { DialogFailed, DialogLoading } from './dialog-loading.tsx';

const RETRY_MS = 5000;

type PartProps = {
  /** Nothing is loaded before it is true for the first time; once the part is there, it stays mounted. */
  isNeeded?: boolean;
  /** Shown while the code loads. */
  fallback?: ReactNode;
  /** Has to set `isNeeded` to false. Without it, loading is tried again every few seconds. `failures`: how many there have been. */
  onLoadError?: (failures: number) => void;
};

type Preloads = { preload: () => void };
type DialogProps = { opened: boolean; onClose: () => void };

export type LazyPart<P> = ComponentType<P & PartProps> & Preloads;

/** A component whose code is loaded when it is needed, or before with `preload`. A failure to load it concerns this part only. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  const code = makeCode(load);
  let failures = 0;

  function Part({ isNeeded = true, fallback = null, onLoadError, ...props }: P & PartProps) {
    const [Content, setContent] = useState(() => (isNeeded ? code.getComponent() : null));
    if (isNeeded && !Content) setContent(code.getComponent);
    const [isLoaded, setLoaded] = useState(false);
    const handleFailure = useEffectEvent((retry: () => void) => (onLoadError ?? retry)(++failures));

    useEffect(() => {
      if (!isNeeded || isLoaded) return;
      let isCurrent = true;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const request = () =>
        code.request().then(
          () => isCurrent && setLoaded(true),
          () => {
            if (isCurrent) handleFailure(() => (timer = setTimeout(request, RETRY_MS)));
          },
        );
      void request();
      return () => {
        isCurrent = false;
        clearTimeout(timer);
      };
    }, [isNeeded, isLoaded]);

    if (!Content || !(isNeeded || isLoaded)) return null;
    return (
      // React keeps a fallback for 300 ms unless the boundary is rendered anew, so its props have to change.
      <Suspense fallback={isLoaded ? undefined : fallback}>
        {/* What is left of the props are those of the component. */}
        <Content {...(props as unknown as P)} />
      </Suspense>
    );
  }

  return Object.assign(Part, { preload: code.preload });
}

/** A dialog that is loaded when it opens for the first time. Where that fails, it says so until it is tried again or closed. */
export function lazyDialog<P extends DialogProps>(load: () => Promise<ComponentType<P>>): ComponentType<P> & Preloads {
  const Dialogs = lazyDialogs(load);
  const Dialog = (props: P) => <Dialogs {...props} isNeeded={props.opened} onLoadError={props.onClose} />;
  return Object.assign(Dialog, { preload: Dialogs.preload });
}

type DialogsProps = { isNeeded: boolean; onLoadError: () => void };

/** As `lazyDialog`, for what opens by something else than `opened`: `onLoadError` closes it, where its code has not come. */
export function lazyDialogs<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P & DialogsProps> & Preloads {
  const Part = lazyPart(load);

  function Dialogs({ isNeeded, onLoadError, ...props }: P & DialogsProps) {
    const [failures, setFailures] = useState(0);
    if (failures && !isNeeded) setFailures(0);
    if (failures && isNeeded) return <DialogFailed failures={failures} onRetry={() => setFailures(0)} onClose={onLoadError} />;
    // What is left of the props are those of the component.
    return <Part {...(props as unknown as P)} isNeeded={isNeeded} fallback={<DialogLoading />} onLoadError={setFailures} />;
  }

  return Object.assign(Dialogs, { preload: Part.preload });
}

/**
 * A part of a page below what one sees first. The server renders it; in the browser its code is loaded when it comes into sight, or with
 * the first press. Without props: a change before that would make React replace what the server has rendered.
 */
export function lazyBelow(load: () => Promise<ComponentType>): ComponentType & Preloads {
  const code = makeCode(load, { isWaiting: true });

  function Below() {
    const placeholder = useRef<HTMLDivElement>(null);
    // The same element for good: with another one, React would replace what the server has rendered.
    const [content] = useState(() => {
      const Content = code.getComponent();
      return (
        // Tall, so that what follows does not move while the code loads.
        <Suspense fallback={<div ref={placeholder} style={{ minHeight: '100vh' }} />}>
          <Content />
        </Suspense>
      );
    });
    const box = useRef<HTMLDivElement>(null);

    useEffect(() => {
      let isCurrent = true;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const request = () =>
        void code.request().catch(() => {
          if (isCurrent) timer = setTimeout(request, RETRY_MS);
        });
      // What the server rendered stays in place; what the browser renders is wanted now.
      const stop = box.current && !placeholder.current ? whenNearOrPressed(box.current, request) : undefined;
      if (!stop) request();
      return () => {
        isCurrent = false;
        stop?.();
        clearTimeout(timer);
      };
    }, []);

    return <div ref={box}>{content}</div>;
  }

  return Object.assign(memo(Below), { preload: code.preload });
}

/** Renders its children once it comes near; the server and a page before that show `fallback`. */
export function WhenNear({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  const [isNear, setNear] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? whenNear(box.current, NEAR, () => setNear(true)) : undefined), []);
  return <div ref={box}>{isNear ? children : fallback}</div>;
}

const NEAR = '200px';
/** What the server has rendered can be read, and its links followed, without the code. */
const IN_SIGHT = '0px';

function whenNear(element: Element, rootMargin: string, callback: () => void): () => void {
  if (!('IntersectionObserver' in window)) {
    callback();
    return () => {};
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      callback();
    },
    { rootMargin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

function whenNearOrPressed(element: Element, callback: () => void): () => void {
  const events = ['pointerdown', 'keydown'];
  let stopWatching = () => {};
  const stop = () => {
    stopWatching();
    for (const event of events) removeEventListener(event, handlePress, true);
  };
  // Whichever is first: each call would begin to try again on its own.
  const callOnce = () => {
    stop();
    callback();
  };
  // Typing into a field elsewhere is no sign that somebody comes here, and loading would make it halt.
  const handlePress = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || element.contains(target)) callOnce();
  };
  // React stops what is pressed in a part that it has not taken over yet, so the window has to hear it first.
  for (const event of events) addEventListener(event, handlePress, { capture: true, passive: true });
  stopWatching = whenNear(element, IN_SIGHT, callOnce);
  return stop;
}

/** Handlers for the button or link that leads to a part. */
export function preloadOnIntent({ preload }: Preloads) {
  return { onPointerEnter: preload, onFocus: preload };
}

type Code<P> = Preloads & {
  /** Until the code is loaded, a component that suspends. */
  getComponent: () => ComponentType<P>;
  /** Shared by all that wait; after a failure, the next call tries again. */
  request: () => Promise<void>;
};

function makeCode<P>(load: () => Promise<ComponentType<P>>, { isWaiting = false } = {}): Code<P> {
  let pending: Promise<void> | null = null;
  let settle: (module: { default: ComponentType<P> }) => void;
  // React keeps the failure of a lazy component for good, so this promise waits until a request succeeds.
  const loaded = new Promise<{ default: ComponentType<P> }>((resolve) => {
    settle = resolve;
  });

  const request = () => {
    pending ??= load().then(
      (component) => {
        current = component;
        settle({ default: component });
      },
      (error: unknown) => {
        pending = null;
        throw error;
      },
    );
    return pending;
  };
  const preload = () => void request().catch(() => null);

  const suspending = lazy(() => {
    if (!isWaiting || typeof window === 'undefined') preload();
    return loaded;
  });
  // It takes the props of the component that it loads.
  let current = suspending as unknown as ComponentType<P>;

  return { getComponent: () => current, request, preload };
}
