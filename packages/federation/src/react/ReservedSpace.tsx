import { useEffect, useRef, useState } from 'react';

interface ReservedSpaceProps {
  /** A CSS length. Left out: nothing is reserved. */
  readonly height: string | undefined;
  /** Nothing will come: the space is given up when that moves nothing in the viewport. */
  readonly isUnused: boolean;
}

/** Keeps a fragment's space until it is there, so that nothing moves when it comes. */
export function ReservedSpace({ height, isUnused }: ReservedSpaceProps) {
  const element = useRef<HTMLDivElement>(null);
  const [isGivenUp, setIsGivenUp] = useState(false);

  useEffect(() => {
    if (!isUnused || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      const isBelow = entries.some(
        ({ isIntersecting, boundingClientRect }) => !isIntersecting && boundingClientRect.top > 0,
      );
      if (isBelow) setIsGivenUp(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isUnused]);

  return height === undefined || isGivenUp ? null : <div ref={element} style={{ height }} />;
}
