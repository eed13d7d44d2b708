/** What the browser measured of a file that it fetched. */
export type FileTiming = Pick<
  PerformanceResourceTiming,
  'name' | 'startTime' | 'responseEnd' | 'transferSize' | 'decodedBodySize'
>;

export type Transfer =
  | { readonly kind: 'none' }
  /** A server of another origin has to allow it with the header Timing-Allow-Origin. */
  | { readonly kind: 'hidden'; readonly files: number }
  | {
      readonly kind: 'known';
      readonly files: number;
      /** Over the network, headers included; 0 when all of it came from the browser's cache. */
      readonly bytes: number;
      readonly hiddenFiles: number;
    };

const hasSize = ({ transferSize, decodedBodySize }: FileTiming): boolean =>
  transferSize > 0 || decodedBodySize > 0;

/** The folder of a remote's entry, which holds all of its files, as an absolute address. */
export const folderOf = (entry: string, pageUrl: string): string =>
  new URL('.', new URL(entry, pageUrl)).href;

/** What came over the network from a folder. */
export function transferFrom(timings: readonly FileTiming[], folder: string): Transfer {
  const files = timings.filter(({ name }) => name.startsWith(folder));
  const known = files.filter(hasSize);
  if (files.length === 0) return { kind: 'none' };
  if (known.length === 0) return { kind: 'hidden', files: files.length };
  const bytes = known.reduce((sum, { transferSize }) => sum + transferSize, 0);
  return {
    kind: 'known',
    files: files.length,
    bytes,
    hiddenFiles: files.length - known.length,
  };
}
