import * as v from 'valibot';

/**
 * A list in which one unreadable entry does not hide the others: it is left out and logged, since
 * the shopper can do nothing about it and the shop's owner can.
 */
export const listOf = <TSchema extends v.GenericSchema>(entrySchema: TSchema) =>
  v.pipe(
    v.array(v.custom<v.InferInput<TSchema>>(() => true)),
    // For the OpenAPI document.
    v.metadata({ entrySchema }),
    v.transform((entries) =>
      entries.flatMap((entry): v.InferOutput<TSchema>[] => {
        const parsed = v.safeParse(entrySchema, entry);
        if (parsed.success) return [parsed.output];
        console.error('An entry of the response was left out:', v.summarize(parsed.issues), entry);
        return [];
      }),
    ),
  );
