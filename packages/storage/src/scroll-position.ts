import { createStoredText } from './stored-value.ts';

/** The router's own: by the key of a history entry, how far its page was scrolled. */
const positions = createStoredText('react-router-scroll-positions', () => sessionStorage);

/** How far the page of a history entry was scrolled when it was left, in pixels. 0 where that is not known. */
export function storedScrollPosition(key: string): number {
  try {
    return Number(JSON.parse(positions.read() ?? '{}')[key]) || 0;
  } catch {
    return 0;
  }
}
