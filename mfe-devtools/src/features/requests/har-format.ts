import * as v from 'valibot';

// HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/), as far as an archive of one page needs it. Strict:
// a tool may refuse a field that the format doesn't have.

const comment = v.optional(v.string());
/** Size or time; -1 where it isn't known. */
const orUnknown = v.pipe(v.number(), v.minValue(-1));
const duration = v.pipe(v.number(), v.minValue(0));
const pair = v.strictObject({ name: v.string(), value: v.string(), comment });
const pairs = v.array(pair);
const message = {
  httpVersion: v.string(),
  cookies: pairs,
  headers: pairs,
  headersSize: orUnknown,
  bodySize: orUnknown,
  comment,
};

const request = v.strictObject({
  ...message,
  method: v.string(),
  url: v.pipe(v.string(), v.url()),
  queryString: pairs,
  postData: v.optional(v.strictObject({ mimeType: v.string(), text: v.string(), comment })),
});

const response = v.strictObject({
  ...message,
  status: v.pipe(v.number(), v.integer(), v.minValue(0)),
  statusText: v.string(),
  content: v.strictObject({
    size: duration,
    mimeType: v.string(),
    text: v.optional(v.string()),
    encoding: v.optional(v.string()),
    comment,
  }),
  redirectURL: v.string(),
});

const entry = v.pipe(
  v.strictObject({
    startedDateTime: v.pipe(v.string(), v.isoTimestamp()),
    time: duration,
    request,
    response,
    cache: v.strictObject({ comment }),
    timings: v.strictObject({ send: duration, wait: duration, receive: duration, comment }),
    comment,
  }),
  v.check(
    ({ time, timings: { send, wait, receive } }) =>
      Math.abs(time - (send + wait + receive)) < 0.001,
    'time is the sum of the timings',
  ),
);

const name = v.strictObject({ name: v.string(), version: v.string(), comment });

/** An HTTP Archive 1.2 without pages and without responses from the browser's cache. */
export const harFormat = v.strictObject({
  log: v.strictObject({
    version: v.literal('1.2'),
    creator: name,
    browser: v.optional(name),
    entries: v.array(entry),
    comment,
  }),
});
