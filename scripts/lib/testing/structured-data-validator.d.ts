/** The package has no types of its own. */
declare module '@adobe/structured-data-validator' {
  interface Issue {
    readonly severity: 'ERROR' | 'WARNING';
    readonly issueMessage: string;
    readonly path: readonly { readonly type?: string; readonly property?: string }[];
    readonly fieldNames: readonly string[];
  }

  /** Checks structured data by the rules of Google's rich results. */
  class Validator {
    /** `data`: objects of schema.org by their type. */
    validate(data: {
      readonly jsonld: Readonly<Record<string, readonly object[]>>;
    }): Promise<Issue[]>;
  }

  // biome-ignore lint/style/noDefaultExport: it is the package's.
  export { Validator as default };
}
