/**
 * Bundler loader that replaces a script by the bundle of it and of what it imports (see workers.ts).
 *
 * @this {{
 *   resourcePath: string,
 *   getOptions(): { bundle(file: string): Promise<{
 *     script: Buffer, others: [string, Buffer][], used: string[], missing: string[]
 *   }> },
 *   async(): (error: unknown, source?: Buffer) => void,
 *   addDependency(file: string): void,
 *   addMissingDependency(file: string): void,
 *   emitFile(name: string, source: Buffer): void,
 * }}
 */
export default function loadWorker() {
  const done = this.async();
  const { bundle } = this.getOptions();
  bundle(this.resourcePath).then(
    ({ script, others, used, missing }) => {
      for (const file of used) this.addDependency(file);
      for (const file of missing) this.addMissingDependency(file);
      for (const [name, source] of others) this.emitFile(name, source);
      done(null, script);
    },
    (error) => {
      // It would be printed, and is the bundler's.
      delete error.stack;
      done(error);
    },
  );
}

export const raw = true;
