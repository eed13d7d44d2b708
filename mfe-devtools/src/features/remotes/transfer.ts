/** What the browser noted of a file that it got. */
export type FileTiming = Pick<
  PerformanceResourceTiming,
  'name' | 'startTime' | 'responseEnd' | 'transferSize' | 'decodedBodySize'
>;

export type Transfer =
  | { readonly kind: 'none' }
  /** A server of another origin has to allow it with the header Timing-Allow-Origin. */
  | { readonly kind: 'untold'; readonly files: number }
  | {
      readonly kind: 'told';
      readonly files: number;
      /** Over the network, headers included; 0 when all of it came from the browser's cache. */
      readonly bytes: number;
      readonly untoldFiles: number;
    };

const isTold = ({ transferSize, decodedBodySize }: FileTiming): boolean =>
  transferSize > 0 || decodedBodySize > 0;

/** The folder of a remote's entry, beneath which all of its files lie, as an absolute address. */
export const folderOf = (entry: string, pageUrl: string): string =>
  new URL('.', new URL(entry, pageUrl)).href;

/** What came over the network from a folder. */
export function transferFrom(timings: readonly FileTiming[], folder: string): Transfer {
  const files = timings.filter(({ name }) => name.startsWith(folder));
  const told = files.filter(isTold);
  if (files.length === 0) return { kind: 'none' };
  if (told.length === 0) return { kind: 'untold', files: files.length };
  const bytes = told.reduce((sum, { transferSize }) => sum + transferSize, 0);
  return {
    kind: 'told',
    files: files.length,
    bytes,
    untoldFiles: files.length - told.length,
  };
}
