import { err, ok, pinCodeSchema, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import { callNames } from '../api/calls.ts';
import { messagesOf, plainCopy } from '../data/validate.ts';
import { type MockSettings, type OwnCallName, ownMethods } from './control.ts';

const wholeFrom = (least: number, most: number, message: string) =>
  v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
  );

const rate = 'is a number from 0 to 1';
const as = 'is “network” or a status from 400 to 599';

const failure = v.strictObject({
  rate: v.pipe(v.number(rate), v.minValue(0, rate), v.maxValue(1, rate)),
  as: v.union([v.literal('network'), wholeFrom(400, 599, as)], as),
});

const delay = wholeFrom(0, 10_000, 'is a whole number from 0 to 10 000');

/** Matches a valid header name (RFC 9110, section 5.6.2). */
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Matches a valid header value (RFC 9110, section 5.5) that fetch can send as bytes. */
const headerValue = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

const ownResponse = v.strictObject({
  method: v.picklist(ownMethods, `is one of ${ownMethods.join(', ')}`),
  path: v.pipe(
    v.string('is text'),
    v.regex(/^\/[^\s?#]*$/, 'is a path, such as /api/products/:id'),
  ),
  status: wholeFrom(200, 599, 'is a status from 200 to 599'),
  headers: v.record(
    v.pipe(v.string(), v.regex(headerName, 'is no name of a header')),
    v.pipe(v.string('is text'), v.regex(headerValue, 'has a character that no header may have')),
    'is an object of names with texts',
  ),
  body: v.exactOptional(v.unknown()),
  delay,
});

/** Maximum seed: the random generator takes 32 bits. */
const MAX_SEED = 2 ** 32 - 1;

const callName = v.union(
  [
    v.picklist(callNames),
    v.custom<OwnCallName>((name) =>
      /^(?:GET|POST|DELETE|PUT|PATCH) (?:\/api\/|https?:)\S+$/.test(`${name}`),
    ),
  ],
  'is no call of the API',
);

const pinCode = v.strictObject({
  days: wholeFrom(0, 90, 'is a whole number from 0 to 90'),
  isCashOnDelivery: v.boolean('is true or false'),
});

const rupees = wholeFrom(0, 1_000_000, 'is a whole number from 0 to 1 000 000');

export const settingsSchema = v.strictObject({
  delay,
  seed: wholeFrom(0, MAX_SEED, `is a whole number from 0 to ${MAX_SEED}`),
  failures: v.record(callName, failure),
  isWarehouseByHand: v.exactOptional(v.boolean('is true or false')),
  pinCodes: v.exactOptional(v.record(pinCodeSchema, pinCode, 'is an object of PIN codes')),
  cashOnDelivery: v.exactOptional(v.strictObject({ limit: rupees, fee: rupees })),
  responses: v.exactOptional(v.pipe(v.array(ownResponse, 'is a list'), v.readonly())),
});

/** Validates settings. The error has a message for each fault, up to 20. */
export function checkSettings(input: unknown): Result<MockSettings, readonly string[]> {
  const copy = plainCopy(input);
  if (!copy.ok) return err([`settings: ${copy.error}`]);
  const parsed = v.safeParse(settingsSchema, copy.value);
  return parsed.success ? ok(parsed.output) : err(messagesOf('settings', parsed.issues));
}
