/** Number of texts that are kept as one, which takes a fraction of their memory. */
export const BLOCK_LENGTH = 1000;

/** List that can be read while it grows. Its texts have no line breaks. */
export interface GrowingList {
  readonly add: (texts: readonly string[]) => void;
  /** Ends the list. With an error, readers who wait for more get it. */
  readonly end: (error?: unknown) => void;
  /** Whether the list ended without an error. */
  readonly isComplete: () => boolean;
  /** Resolves to a block of BLOCK_LENGTH texts, fewer in the last one; undefined if the list has ended before it. */
  readonly block: (index: number) => Promise<readonly string[] | undefined>;
  readonly blocks: () => number;
}

export function createGrowingList(): GrowingList {
  const blocks: string[] = [];
  let rest: string[] = [];
  let ended: { readonly error?: unknown } | undefined;
  let wake = () => {};
  let grown = new Promise<void>((resolve) => {
    wake = resolve;
  });

  function tellReaders(): void {
    wake();
    grown = new Promise((resolve) => {
      wake = resolve;
    });
  }

  return {
    add(texts) {
      rest.push(...texts);
      for (; rest.length >= BLOCK_LENGTH; rest = rest.slice(BLOCK_LENGTH))
        blocks.push(rest.slice(0, BLOCK_LENGTH).join('\n'));
      tellReaders();
    },
    end(error) {
      if (rest.length > 0) blocks.push(rest.join('\n'));
      ended = { error };
      tellReaders();
    },
    isComplete: () => ended !== undefined && ended.error === undefined,
    async block(index) {
      while (blocks[index] === undefined && !ended) await grown;
      if (blocks[index] === undefined && ended?.error !== undefined) throw ended.error;
      return blocks[index]?.split('\n');
    },
    blocks: () => blocks.length,
  };
}
